// Sums, counts and maxima over a range, unfolded element by element.
class Folds {
  //@ requires (\forall int k; 0 <= k && k < a.length; 0 <= a[k] && a[k] <= 1000);
  //@ requires a.length <= 1000;
  //@ ensures \result == (\sum int k; 0 <= k && k < a.length; a[k]);
  static int sum(int[] a) {
    int s = 0;
    //@ loop_invariant 0 <= i && i <= a.length;
    //@ loop_invariant 0 <= s && s <= 1000 * i;
    //@ loop_invariant s == (\sum int k; 0 <= k && k < i; a[k]);
    for (int i = 0; i < a.length; i++) {
      s += a[i];
    }
    return s;
  }

  //@ ensures \result == (\num_of int k; 0 <= k && k < a.length; a[k] > x);
  static int count(int[] a, int x) {
    int n = 0;
    //@ loop_invariant 0 <= i && i <= a.length && 0 <= n && n <= i;
    //@ loop_invariant n == (\num_of int k; 0 <= k && k < i; a[k] > x);
    for (int i = 0; i < a.length; i++) {
      if (a[i] > x) n++;
    }
    return n;
  }

  //@ requires a.length > 0;
  //@ ensures \result == (\max int k; 0 <= k && k < a.length; a[k]);
  static int max(int[] a) {
    int m = a[0];
    //@ loop_invariant 1 <= i && i <= a.length;
    //@ loop_invariant m == (\max int k; 0 <= k && k < i; a[k]);
    for (int i = 1; i < a.length; i++) {
      if (a[i] > m) m = a[i];
    }
    return m;
  }
}
