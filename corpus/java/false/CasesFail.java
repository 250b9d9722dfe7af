// The twins of Cases: an exception in the wrong case, a measure that stays, formulas that are not defined.
class CasesFail {
    /*@ requires x > 0; signals_only \nothing; // FAILS
      @ also requires x <= 0; signals_only IllegalStateException; @*/
    static int sign(int x) {
        if (x >= 0) throw new IllegalStateException();
        return 1;
    }

    //@ requires n >= 0; decreases n;
    static int climb(int n) {
        return n == 0 ? 0 : climb(n); // FAILS
    }

    static void half(int[] a, int i) {
        //@ assert a[i] == a[i]; // FAILS
        //@ assert 5 / i == 5 / i; // FAILS
    }
}
