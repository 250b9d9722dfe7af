// Rotating an array by one place to the left.
class Rotate {
  //@ requires a.length > 0;
  //@ ensures (\forall int k; 0 <= k && k < a.length - 1; a[k] == \old(a[k + 1]));
  //@ ensures a[a.length - 1] == \old(a[0]);
  static void left(int[] a) {
    int first = a[0];
    //@ skolem_constant int k;
    //@ loop_predicate 1 <= i, i <= a.length, 0 <= k, k < i - 1;
    //@ loop_predicate a[k] == \old(a[k + 1]), a[k] == \old(a[k]);
    for (int i = 1; i < a.length; i++) {
      a[i - 1] = a[i];
    }
    a[a.length - 1] = first;
  }
}
