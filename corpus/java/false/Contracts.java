/** Cases, frames and exceptions of contracts. */
class Contracts {
    static int g;
    int x;

    //@ requires x > 0; ensures \result == 1;
    //@ also requires x < 10; ensures \result == 2;  // FAILS
    static int bothCases(int x) {
        if (x > 0) return 1;
        return 2;
    }

    //@ signals (Exception e) g == 0;  // FAILS
    static void signals(int x) throws Exception {
        g = 1;
        if (x > 3) throw new Exception();
    }

    //@ signals_only IllegalArgumentException;
    static void onlyThat(int x) {
        if (x == 5) throw new IllegalStateException();  // FAILS
    }

    //@ requires a.length > 9; assignable a[0 .. 9];
    static void middle(int[] a) {
        a[5] = 1;
    }

    //@ requires a.length > 9; assignable a[0], a[9];
    static void ends(int[] a) {
        middle(a);  // FAILS
    }

    //@ ensures \fresh(\result);  // FAILS
    static int[] notNew(int[] a) {
        int[] b = a.clone();
        //@ loop_invariant b != null;
        for (int i = 0; i < 3; i++) {
            if (i == 2) b = a;
        }
        return b;
    }

    //@ ensures x == 5 || \old(x) == 5;
    //@ ensures x == 6;  // FAILS
    void twoClauses() {
        x = 5;
    }
}
