/** Invariants are owed for what has been written since all objects were last in order, on whatever way one comes. */
class Pending {
    int low;
    int high;
    //@ public invariant low <= high;

    //@ assignable \nothing;
    void look() {
        int i = 0;
        //@ decreases 3 - i;
        while (i < 3) {
            i++;
        }
    }

    //@ assignable low;
    void both(boolean first) {
        if (first) {
            low = high;
        } else {
            look();
        }
        look();
    }

    //@ assignable low, high;
    void cases(int k) {
        switch (k) {
            case 0:
                low = high + 1;
                high = low;
                look();
                break;
            case 1:
                look();
                break;
            default:
                low = high;
        }
        look();
    }

    //@ assignable low, high;
    void rounds(int n) {
        low = 0;
        high = 0;
        //@ maintaining low == 0 && high == 0;
        //@ decreases n - i;
        for (int i = 0; i < n; i++) {
            look();
            low = 1;
            if (i == 7) {
                low = 0;
                continue;
            }
            low = 0;
            look();
        }
        look();
    }

    //@ assignable low, high;
    void thrown() {
        try {
            low = high + 1;
            throw new RuntimeException();
        } catch (RuntimeException e) {
            high = low;
            look();
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

    //@ requires other != this;
    //@ assignable other.low;
    void helped(Pending other) {
        other.low = other.high + 1;
        boolean good = other.inOrder();
        other.low = other.high;
    }
}
