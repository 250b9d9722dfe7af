/** Contracts that code we do not look at would have to keep. */
interface Positive {
    //@ ensures \result > 0;
    int value();
}

class Zero {
    public int value() {
        return 0;
    }
}

class Adopted extends Zero implements Positive {} // UNSUPPORTED

class Kept extends Zero implements Positive {
    public int value() {
        return super.value() + 1;
    }
}

class Promises {
    static int hidden() {
        class Zero { // UNSUPPORTED
            int v = 2;
        }
        Zero z = new Zero();
        return z.v;
    }

    static int[][][] deep(int n) {
        return new int[n & 15][2][2]; // UNSUPPORTED
    }
}
