// Compound assignment and increments inside of other expressions.
class Increments {
  //@ requires a.length >= 3;
  //@ ensures a[0] == 7 && a[1] == 9 && a[2] == 8 && \result == 3;
  static int three(int[] a) {
    int i = 0;
    int x = 7;
    a[i++] = x++;
    a[i++] = x + 1;
    a[i++] = x;
    return i;
  }

  //@ requires 0 <= i && i < 10;
  //@ ensures \result == 2 * i + 1;
  static int sum(int i) {
    return i++ + i;
  }

  //@ requires a.length > 0;
  //@ ensures a[0] == \old(a[0]);
  static void upDown(int[] a) {
    a[0]++;
    a[0] -= 1;
    a[0] *= 1;
  }

  //@ requires 0 < n && n <= a.length;
  //@ ensures \result == a[n - 1];
  static int last(int[] a, int n) {
    return a[--n];
  }

  //@ ensures (\forall int k; 0 <= k && k < a.length; a[k] == 1);
  static void ones(int[] a) {
    int n = a.length;
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= n, n <= k, k < a.length, a[k] == 1, n <= a.length;
    while (n > 0) {
      a[--n] = 1;
    }
  }
}
