// Counting: never more than there are, and none exactly if there is none.
class Count {
  //@ ensures 0 <= \result && \result <= a.length;
  //@ ensures \result == 0 ==> (\forall int k; 0 <= k && k < a.length; a[k] != x);
  static int count(int[] a, int x) {
    int n = 0;
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= i, 0 <= n, n <= i, i <= a.length, n == 0;
    //@ loop_predicate 0 <= k, k < i, a[k] == x;
    for (int i = 0; i < a.length; i++) {
      if (a[i] == x) {
        n++;
      }
    }
    return n;
  }
}
