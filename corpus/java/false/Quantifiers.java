/** Ranges, types and sums of formulas. */
class Quantifiers {
    static void tooLarge(long n) {
        if (n > 0) {
            //@ assert (\exists int k; 0 <= k && k <= n; k == n);  // FAILS
        }
    }

    static void bytes() {
        //@ assert (\exists byte k; 0 <= k && k <= 1000; k == 500);  // FAILS
    }

    static void allBytes() {
        //@ assert (\forall byte i; i < 127);  // FAILS
    }

    //@ requires (\forall short k; 0 <= k && k < 100000; a.length > k);
    static void shorts(int[] a) {
        //@ assert a.length >= 100000;  // FAILS
    }

    static void longer(int[] a) {
        if (a.length > 2) {
            //@ assert (\sum int k; 0 <= k && k < 2; a[k]) == (\sum int k; 0 <= k && k < 3; a[k]);  // FAILS
        }
    }

    //@ ensures \result == (\sum int k; 0 <= k && k < a.length; a[k]);  // FAILS
    static int wraps(int[] a) {
        int s = 0;
        //@ loop_invariant 0 <= i && i <= a.length;
        for (int i = 0; i < a.length; i++) s += a[i];
        return s;
    }

    static void empty() {
        //@ assert (\max int k; 0 <= k && k < 0; k) == (\min int k; 0 <= k && k < 0; k);  // FAILS
    }
}
