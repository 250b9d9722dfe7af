// Partition about a pivot with two indices, and the swap that it is made of.
class Pivot {
  //@ ensures 0 <= \result && \result <= a.length;
  //@ ensures (\forall int k; 0 <= k && k < \result; a[k] < pivot);
  //@ ensures (\forall int k; \result <= k && k < a.length; a[k] >= pivot);
  static int split(int[] a, int pivot) {
    int m = 0;
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= m, m <= j, j <= a.length;
    //@ loop_predicate 0 <= k, k < m, k < j, a[k] < pivot;
    for (int j = 0; j < a.length; j++) {
      if (a[j] < pivot) {
        int t = a[m];
        a[m] = a[j];
        a[j] = t;
        m++;
      }
    }
    return m;
  }

  //@ requires 0 <= i && i < a.length && 0 <= j && j < a.length;
  //@ ensures a[i] == \old(a[j]) && a[j] == \old(a[i]);
  //@ ensures (\forall int k; 0 <= k && k < a.length && k != i && k != j; a[k] == \old(a[k]));
  //@ assignable a[*];
  static void swap(int[] a, int i, int j) {
    int t = a[i];
    a[i] = a[j];
    a[j] = t;
  }

  //@ requires a.length >= 2;
  //@ ensures a[0] <= a[1];
  static void order(int[] a) {
    if (a[0] > a[1]) {
      swap(a, 0, 1);
    }
  }
}
