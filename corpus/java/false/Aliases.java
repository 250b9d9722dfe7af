/** Two names may mean one object. */
class Aliases {
    int f;
    int[] a = new int[2];

    static void arrays(int[] a, int[] b) {
        if (a.length > 0 && b.length > 0) {
            a[0] = 1;
            b[0] = 2;
            //@ assert a[0] == 1;  // FAILS
        }
    }

    static void rows(int[][] m) {
        if (m.length > 1 && m[0] != null && m[1] != null && m[0].length > 0 && m[1].length > 0) {
            m[0][0] = 1;
            m[1][0] = 2;
            //@ assert m[0][0] == 1;  // FAILS
        }
    }

    static void writtenInALoop(Aliases x, Aliases y) {
        x.f = 0;
        Aliases z = y;
        //@ loop_invariant z != null;
        for (int i = 0; i < 3; i++) {
            z.f = i;
            z = x;
        }
        //@ assert x.f == 0;  // FAILS
    }

    static void elements(Aliases x, Aliases[] all) {
        x.f = 0;
        for (Aliases y : all) {
            if (y != null) y.f = 7;
        }
        //@ assert x.f == 0;  // FAILS
    }

    static void notOnlyNewOnes(Aliases x) {
        Aliases p = x;
        //@ loop_invariant p != null;
        for (int i = 0; i < 2; i++) {
            Aliases n = new Aliases();
            p.f = x.f + 1;
            p = n;
        }
        //@ assert x.f == \old(x.f);  // FAILS
    }

    static void throughAField(Aliases x) {
        if (x.a.length > 0) {
            int[] b = x.a;
            x.a[0] = 5;
            for (int i = 0; i < 2; i++) b[0] = i;
            //@ assert x.a[0] == 5;  // FAILS
        }
    }
}
