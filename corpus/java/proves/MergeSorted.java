// Merging two sorted arrays into a new one.
class MergeSorted {
  //@ requires a.length + b.length <= Integer.MAX_VALUE;
  //@ requires (\forall int x, y; 0 <= x && x < y && y < a.length; a[x] <= a[y]);
  //@ requires (\forall int x, y; 0 <= x && x < y && y < b.length; b[x] <= b[y]);
  //@ ensures \result.length == a.length + b.length;
  //@ ensures (\forall int x, y; 0 <= x && x < y && y < \result.length; \result[x] <= \result[y]);
  static int[] merge(int[] a, int[] b) {
    int[] c = new int[a.length + b.length];
    int i = 0;
    int j = 0;
    /*@ loop_invariant 0 <= i && i <= a.length && 0 <= j && j <= b.length;
      @ loop_invariant (\forall int x, y; 0 <= x && x < y && y < a.length; a[x] <= a[y]);
      @ loop_invariant (\forall int x, y; 0 <= x && x < y && y < b.length; b[x] <= b[y]);
      @ loop_invariant (\forall int x, y; 0 <= x && x < y && y < i + j; c[x] <= c[y]);
      @ loop_invariant (\forall int x, y; 0 <= x && x < i + j && i <= y && y < a.length;
      @                 c[x] <= a[y]);
      @ loop_invariant (\forall int x, y; 0 <= x && x < i + j && j <= y && y < b.length;
      @                 c[x] <= b[y]);
      @*/
    while (i < a.length || j < b.length) {
      if (j == b.length || i < a.length && a[i] <= b[j]) {
        c[i + j] = a[i];
        i++;
      } else {
        c[i + j] = b[j];
        j++;
      }
    }
    return c;
  }
}
