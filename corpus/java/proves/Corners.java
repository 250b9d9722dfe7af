/** Corners of Java where nothing goes wrong, although it looks like it. */
class Corners {
    int x;

    //@ ensures \result == 5;
    static int swallowed(int x) {
        try {
            return 1 / x;
        } finally {
            return 5;
        }
    }

    static int answer() {
        return 42;
    }

    //@ ensures \result == 42;
    static int throughNull() {
        Corners none = null;
        return none.answer();
    }

    private static int half(int x) {
        int y = x / 2;
        x = y;
        //@ assert x == \old(x) / 2;
        return x;
    }

    //@ ensures \result == x / 4;
    static int quarter(int x) {
        return half(half(x));
    }

    private void up() {
        x = x / 2;
        //@ assert x == \old(x) / 2;
    }

    //@ ensures x == \old(x) / 4;
    void twice() {
        up();
        up();
    }

    //@ ensures \result == 3;
    static int deep() {
        int[][][] cube = new int[2][3][4];
        cube[1][2][3] = 3;
        assert cube[0][2][3] == 0;
        assert cube[1] != cube[0];
        return cube[1][2][3];
    }

    static void rowsOfObjects() {
        String[][] names = new String[2][3];
        assert names[1][2] == null;
        names[1][2] = "a";
        assert names[0][2] == null;
    }

    //@ ensures \result == (p ? 1 : 2);
    static int branches(boolean p) {
        return narrow(p ? 'a' : 0) + (p ? 0 : 1);
    }

    private static int narrow(char c) {
        return 1;
    }

    private static int narrow(int c) {
        return 2;
    }

    class Part {
        int read() {
            return x;
        }

        //@ ensures \result == o.sum();
        int sum(Part o) {
            return o.sum();
        }

        //@ ensures \result == x;
        private int sum() {
            return x;
        }
    }
}
