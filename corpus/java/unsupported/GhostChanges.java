/** Annotations that would change what the program does. */
class GhostChanges {
    int n;
    //@ ghost int g = 0;

    //@ ensures \result == 1;
    static int local() {
        int x = 0;
        //@ set x = 1; // UNSUPPORTED
        return x;
    }

    //@ ensures n == 1;
    void field() {
        n = 0;
        //@ set n = 1; // UNSUPPORTED
    }

    //@ ensures n == 1;
    void call() {
        n = 0;
        //@ set g = bump(); // UNSUPPORTED
    }

    //@ ensures n == 1;
    void first() {
        n = 0;
        //@ ghost int y = bump(); // UNSUPPORTED
    }

    //@ assignable n;
    //@ ensures n == 1;
    //@ ensures \result == 1;
    private int bump() {
        n = 1;
        return 1;
    }
}
