// The maximum example that begins with the first element, which an empty array has not (twin of
// ArrayMax).
class ArrayMaxFirst {
  //@ ensures (\forall int x; 0 <= x && x < a.length; a[x] <= \result);
  static int max(int[] a) {
    int max = a[0];  // FAILS
    int i = 1;
    //@ skolem_constant int x;
    //@ loop_predicate 1 <= i, 0 <= x, x < i, a[x] <= max;
    while (i < a.length) {
      if (a[i] > max) max = a[i];
      i++;
    }
    return max;
  }
}
