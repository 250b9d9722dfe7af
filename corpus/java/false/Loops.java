/** What a loop leaves alone, and whether it ends. */
class Loops {
    int f;
    static int g;
    Loops n;

    Loops(Loops n) {
        this.n = n;
    }

    private void step() {
        f++;
    }

    void byACall() {
        f = 0;
        for (int i = 0; i < 3; i++) step();
        //@ assert f == 0;  // FAILS
    }

    void overTheList() {
        f = 0;
        Loops p = this;
        //@ loop_invariant p != null;
        for (int i = 0; i < 3; i++) {
            p.f = 1;
            p = p.n;
        }
        assert f == 0;  // FAILS
    }

    //@ assignable o.f;
    static void write(Loops o) {
        o.f = 3;
    }

    static void byAContract(Loops a, Loops b) {
        a.f = 0;
        Loops p = b;
        //@ loop_invariant p != null;
        for (int i = 0; i < 2; i++) {
            write(p);
            p = a;
        }
        //@ assert a.f == 0;  // FAILS
    }

    static void stuck(int n) {
        int i = 0;
        //@ decreases n - i;  // FAILS
        while (i < n) {
            if (i == 3) continue;
            i++;
        }
    }

    static void fromBelow(int n) {
        int i = n;
        //@ decreases i;  // FAILS
        while (i != 0) i--;
    }
}
