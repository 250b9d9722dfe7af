// The greatest sum of a part of an array (or nothing), for elements whose range is known.
class Kadane {
  //@ requires a.length <= 1000;
  //@ requires (\forall int k; 0 <= k && k < a.length; -1000 <= a[k] && a[k] <= 1000);
  //@ ensures 0 <= \result && \result <= 1000000;
  //@ ensures (\forall int k; 0 <= k && k < a.length; a[k] <= \result);
  static int best(int[] a) {
    int best = 0;
    int here = 0;
    //@ skolem_constant int k;
    //@ loop_predicate 0 <= i, 0 <= here, here <= best, best <= 1000 * i, i <= a.length;
    //@ loop_predicate 0 <= k, k < i, a[k] <= best;
    for (int i = 0; i < a.length; i++) {
      here += a[i];
      if (here < 0) here = 0;
      if (here > best) best = here;
    }
    return best;
  }
}
