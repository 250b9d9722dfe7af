// A sum of elements whose range is not known (twin of Sums).
class SumsRange {
  //@ requires a.length <= 1000;
  //@ requires (\forall int k; 0 <= k && k < a.length; 0 <= a[k]);
  //@ ensures 0 <= \result;  // FAILS
  static int total(int[] a) {
    int s = 0;
    //@ loop_predicate 0 <= i, i <= a.length, 0 <= s;
    for (int i = 0; i < a.length; i++) {
      s += a[i];
    }
    return s;
  }
}
