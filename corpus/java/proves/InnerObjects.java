/** Objects made inside of others, methods of the interfaces above, and variables in their own initial values. */
final class InnerObjects {
    interface Priced {
        //@ ensures \result == 10;
        /*@ pure @*/ default int price() {
            return 10;
        }
    }

    interface Taxed {
        //@ ensures \result == 2;
        /*@ pure @*/ default int tax() {
            return 2;
        }

        //@ ensures \result >= 0;
        /*@ pure @*/ default int price() {
            return 0;
        }
    }

    static final class Article implements Priced, Taxed {
        //@ also ensures \result == 10;
        /*@ pure @*/ public int price() {
            return Priced.super.price();
        }

        //@ also ensures \result == 2;
        /*@ pure @*/ public int tax() {
            return Taxed.super.tax();
        }
    }

    static final class Account {
        int balance;

        final class Payment {
            final int amount;
            final int before = balance;

            Payment(int amount) {
                this.amount = amount;
                balance -= amount;
            }
        }

        //@ ensures \result.amount == amount && \result.before == \old(balance);
        Payment pay(int amount) {
            return this.new Payment(amount);
        }
    }

    static final class Other {
        class Payment {
            int amount = -1;
        }
    }

    //@ ensures \result == 93;
    static int twice() {
        Account a = new Account();
        a.balance = 100;
        Account.Payment first = a.new Payment(7);
        Account b = new Account();
        b.balance = 50;
        Account.Payment other = b.new Payment(20);
        assert other.before == 50 && b.balance == 30;
        assert first.before == 100;
        return a.balance;
    }

    //@ ensures \result == -1;
    static int named() {
        return new Other().new Payment().amount;
    }

    //@ signals_only NullPointerException;
    //@ signals (NullPointerException e) true;
    //@ ensures false;
    static int nowhere() {
        Account a = null;
        return a.new Payment(1 / 0).amount;
    }

    //@ ensures \result == 4;
    static int square() {
        int x = (x = 2) * x;
        return x;
    }
}
