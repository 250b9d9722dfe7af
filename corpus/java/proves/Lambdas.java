/** Lambdas for an interface that promises nothing of the method they stand for. */
interface Step {
    int next(int n);

    //@ ensures \result == 0;
    default int zero() {
        return 0;
    }

    default Step same() {
        return this;
    }
}

class Lambdas {
    static int done;

    //@ ensures \result == 0;
    static int start() {
        Step s = (int n) -> n + 1;
        return s.zero();
    }

    static int go(int n) {
        Step s = Lambdas::more;
        return s.next(n);
    }

    static int more(int n) {
        done = n;
        return n;
    }
}
