/** Whether a lambda keeps the contract of the method it stands for is not known. */
interface Positive {
    //@ ensures \result > 0;
    int value();
}

interface Plain {
    int value();
}

interface Pure {
    //@ pure
    int value();
}

interface Named {
    String name();
}

class Lambdas {
    static int count;

    static int zero() {
        Positive p = () -> 0; // OPEN
        return p.value();
    }

    static int one() {
        Positive p = () -> 1; // OPEN
        int v = p.value();
        assert v > 0;
        return v;
    }

    static void counts() {
        Pure p = () -> count++; // OPEN
    }

    static void nobody() {
        Named n = () -> null; // OPEN
    }

    static void changes() {
        count = 1;
        Plain p = () -> ++count;
        p.value();
        assert count == 1; // OPEN
    }

    static void result() {
        Plain p = () -> 1;
        int v = p.value();
        assert v == 1; // OPEN
    }
}
