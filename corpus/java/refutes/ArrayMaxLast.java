// The maximum example with the comparison turned round (twin of ArrayMax).
class ArrayMaxLast {
  //@ ensures (\forall int x; 0 <= x && x < a.length; a[x] <= \result);  // FAILS
  static int max(int[] a) {
    int max = 0;
    int i = 0;
    //@ skolem_constant int x;
    //@ loop_predicate 0 <= i, 0 <= x, x < i, a[x] <= max;
    while (i < a.length) {
      if (a[i] < max) max = a[i];
      i++;
    }
    return max;
  }
}
