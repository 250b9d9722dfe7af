// Two-dimensional clearing with indices from 1 (Janota, figure 4), with the assertions there.
class ClearFromOne {
  //@ requires 0 <= n && n < a.length && 0 <= m;
  //@ requires (\forall int r; 1 <= r && r <= n; a[r] != null && m < a[r].length);
  static void clear(int[][] a, int n, int m) {
    int i = 1;
    //@ loop_predicate 1 <= i;
    while (i <= n) {
      int j = 1;
      //@ loop_predicate 1 <= j;
      while (j <= m) {
        //@ assert 1 <= i && i <= n;
        //@ assert 1 <= j && j <= m;
        a[i][j] = 0;
        j = j + 1;
      }
      i = i + 1;
    }
  }
}
