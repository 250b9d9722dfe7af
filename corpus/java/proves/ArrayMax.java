// An upper bound of an array and zero (Weiß, the maximum example, sections 1.1 and 6.1).
class ArrayMax {
  //@ ensures (\forall int x; 0 <= x && x < a.length; a[x] <= \result);
  //@ ensures 0 <= \result;
  static int max(int[] a) {
    int max = 0;
    int i = 0;
    //@ skolem_constant int x;
    //@ loop_predicate 0 <= i, 0 <= x, x < i, a[x] <= max, 0 <= max;
    while (i < a.length) {
      if (a[i] > max) max = a[i];
      i++;
    }
    return max;
  }
}
