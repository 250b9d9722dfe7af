/** What is written on one of several ways, or in an earlier round, is owed wherever others look. */
class Pending {
    int low;
    int high;
    //@ public invariant low <= high;
    Pending next;

    Pending() {
        next = this;
    }

    //@ assignable \nothing;
    void look() {
        int i = 0;
        //@ decreases 3 - i;
        while (i < 3) {
            i++;
        }
    }

    //@ assignable low;
    void other(boolean first) {
        low = high + 1;
        if (first) {
            low = high;
            look();
        }
        look(); // FAILS
    }

    //@ assignable low;
    void cases(int k) {
        low = high + 1;
        switch (k) {
            case 0:
                low = high;
                look();
                break;
            case 1:
                look(); // FAILS
                break;
            default:
                low = high;
        }
    }

    //@ assignable low;
    void rounds(int n) {
        //@ decreases n - i;
        for (int i = 0; i < n; i++) {
            look(); // FAILS
            low = high + 1;
        }
        low = high;
    }

    //@ assignable low;
    void continued(int n) {
        //@ decreases n - i;
        for (int i = 0; i < n; i++) {
            low = high;
            look();
            if (i == 7) {
                low = high + 1;
                continue;
            }
            look();
        }
        look(); // FAILS
    }

    //@ assignable low;
    void thrown(boolean soon) {
        try {
            if (soon) {
                low = high + 1;
                throw new RuntimeException();
            }
            look();
        } catch (RuntimeException e) {
            look(); // FAILS
            low = high;
        }
    }

    //@ assignable \nothing;
    private /*@ pure helper @*/ boolean inOrder() {
        int i = 0;
        //@ decreases 3 - i;
        while (i < 3) {
            i++;
        }
        return low <= high;
    }

    //@ requires next != this;
    //@ assignable next.low;
    void helped() {
        Pending other = next;
        other.low = other.high + 1;
        boolean good = other.inOrder();
        look(); // FAILS
        other.low = other.high;
    }
}
