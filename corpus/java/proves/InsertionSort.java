// Insertion sort; the gap that moves down is at j.
class InsertionSort {
  //@ ensures (\forall int x, y; 0 <= x && x < y && y < a.length; a[x] <= a[y]);
  static void sort(int[] a) {
    //@ skolem_constant int x, y;
    //@ loop_predicate 0 <= i, 0 <= x, x < y, y < i, a[x] <= a[y];
    for (int i = 0; i < a.length; i++) {
      int key = a[i];
      int j = i;
      //@ skolem_constant int u, v;
      //@ loop_invariant 0 <= j && j <= i;
      //@ loop_predicate 0 <= u, u < v, v <= i, u == j, v == j, key < a[v], a[u] <= a[v];
      while (j > 0 && a[j - 1] > key) {
        a[j] = a[j - 1];
        j--;
      }
      a[j] = key;
    }
  }
}
