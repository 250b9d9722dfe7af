/** Invariants hold wherever somebody else looks. */
class Invariants {
    int x;
    Invariants peer;
    //@ invariant x >= 0;  // FAILS

    Invariants(Invariants p) {
        peer = p;
    }

    //@ ensures true; assignable \nothing;
    void look() {
        //@ assert x >= 0;
    }

    private void throughPeer() {
        peer.look();  // FAILS
    }

    void brokenInALoop() {
        for (int i = 0; i < 2; i++) {
            look();  // FAILS
            x = -1;
        }
        x = 1;
    }

    void shownToAnother(Invariants o) {
        x = -1;
        o.throughPeer();
        x = 1;
    }

    //@ assignable x; ensures x == -1;
    /*@ helper */ void spoil() {
        x = -1;
    }

    static void spoiled(Invariants o) {
        o.spoil();
    }

    static void fromOutside(Invariants o) {
        o.x = -1;
    }

    //@ ensures true; signals_only RuntimeException;
    void exception(int v) {
        if (v < 100) {
            x = -5;
            throw new RuntimeException();
        }
    }

    interface Listener {
        void happened(Invariants i);
    }

    void tells(Listener l) {
        x = -1;
        l.happened(this);  // FAILS
        x = 0;
    }
}
