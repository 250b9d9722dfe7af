// Specification cases, each with exceptions of its own; measures; redundant clauses; formulas that are defined.
class Cases {
    /*@ requires x > 0; assignable \nothing; signals_only \nothing; ensures \result == 1;
      @ also requires x <= 0; assignable \nothing; signals_only IllegalStateException; @*/
    static int sign(int x) {
        if (x <= 0) throw new IllegalStateException();
        return 1;
    }

    static void one() {
        int one = sign(1);
        //@ assert one == 1;
    }

    //@ requires n >= 0 && n < 100; decreases n; ensures \result == n; ensures_redundantly \result >= 0;
    static int climb(int n) {
        return n == 0 ? 0 : 1 + climb(n - 1);
    }

    //@ requires i >= 0 && i < a.length; requires_redundantly a.length > 0; ensures \result == a[i] / 2;
    static int half(int[] a, int i) {
        return a[i] / 2;
    }
}
