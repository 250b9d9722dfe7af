// Clearing an array of arrays, with the postcondition that every element is zero; the rows need
// not be different objects.
class ClearRows {
  //@ requires \nonnullelements(a);
  /*@ ensures (\forall int r, c; 0 <= r && r < a.length && 0 <= c && c < a[r].length;
    @          a[r][c] == 0);
    @*/
  static void clear(int[][] a) {
    //@ skolem_constant int r, c;
    //@ loop_predicate 0 <= i, 0 <= r, r < i, 0 <= c, c < a[r].length, a[r][c] == 0;
    for (int i = 0; i < a.length; i++) {
      //@ skolem_constant int p, q;
      //@ loop_predicate 0 <= j, 0 <= p, p < i, p == i;
      //@ loop_predicate 0 <= q, q < j, q < a[p].length, a[p][q] == 0;
      for (int j = 0; j < a[i].length; j++) {
        a[i][j] = 0;
      }
    }
  }
}
