/** A method keeps to the contracts of those it overrides. */
class Overriding {
    int x;

    //@ assignable \nothing;
    void pure() {}

    //@ ensures true; signals_only \nothing;
    void quiet() {}

    //@ ensures true;
    void takesNull(/*@ nullable */ int[] a) {}

    //@ ensures true;
    int[] givesArray() {
        return new int[1];
    }

    int takesAll(int v) {
        return v;
    }

    //@ requires a > 0; ensures \result > 0;  // FAILS
    int positive(int a) {
        return a;
    }

    //@ assignable this.x; ensures this.x == 1;
    void setOwn() {
        x = 1;
    }
}

class Overrider extends Overriding {
    //@ also assignable x;
    void pure() {
        x = 1;  // FAILS
    }

    //@ also ensures true; signals_only RuntimeException;
    void quiet() {
        throw new RuntimeException();  // FAILS
    }

    void takesNull(int[] a) {
        int n = a.length;  // FAILS
    }

    /*@ nullable */ int[] givesArray() {  // FAILS
        return null;
    }

    //@ requires v != 0;
    int takesAll(int v) {
        return 1 / v;  // FAILS
    }

    //@ also requires b <= 0; ensures \result == 0;
    int positive(int b) {
        return 0;
    }
}

class Hiding extends Overriding {
    int x;

    void setOwn() {
        x = 1;  // FAILS
    }
}

interface Generic<T> {
    //@ ensures \result > 0;  // FAILS
    int size(T t);
}

class OfStrings implements Generic<String> {
    public int size(String s) {
        return 0;
    }
}

interface Natural {
    //@ ensures \result >= 0;  // FAILS
    default int value() {
        return 0;
    }
}

interface Unnatural extends Natural {
    default int value() {
        return -1;
    }
}
