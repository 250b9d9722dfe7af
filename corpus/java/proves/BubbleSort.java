// Bubble sort; from n on the elements are in their places.
class BubbleSort {
  //@ ensures (\forall int x, y; 0 <= x && x < y && y < a.length; a[x] <= a[y]);
  static void sort(int[] a) {
    int n = a.length;
    //@ skolem_constant int x, y;
    //@ loop_predicate n <= a.length, 0 <= x, x < y, n <= y, y < a.length, a[x] <= a[y];
    while (n > 1) {
      int i = 1;
      //@ skolem_constant int u, v;
      //@ loop_invariant 1 <= i && i <= n;
      //@ loop_predicate 0 <= u, u < v, v < a.length, n <= v, v == i - 1, a[u] <= a[v];
      while (i < n) {
        if (a[i - 1] > a[i]) {
          int t = a[i - 1];
          a[i - 1] = a[i];
          a[i] = t;
        }
        i++;
      }
      n--;
    }
  }
}
