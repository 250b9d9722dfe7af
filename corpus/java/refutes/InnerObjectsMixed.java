/** The object around a new one is the one that is named; which method of several interfaces is meant is said. */
final class InnerObjectsMixed {
    interface Priced {
        default int price() {
            return 10;
        }
    }

    interface Listed {
        default int price() {
            return 12;
        }
    }

    static final class Article implements Priced, Listed {
        public int price() {
            return Listed.super.price();
        }

        //@ ensures \result == 10; // FAILS
        int listed() {
            return Listed.super.price();
        }
    }

    static final class Account {
        int balance;

        final class Payment {
            Payment(int amount) {
                balance -= amount;
            }
        }
    }

    //@ ensures \result == 0; // FAILS
    static int other() {
        Account a = new Account();
        Account b = new Account();
        a.new Payment(7);
        b.new Payment(0);
        return a.balance;
    }

    //@ ensures \result == 2; // FAILS
    static int square() {
        int x = (x = 2) * x;
        return x;
    }

    static void nowhere() {
        Account a = null;
        a.new Payment(1); // FAILS
    }
}
