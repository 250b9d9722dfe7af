// `clear` leaves the first reference (twin of ClearRefs).
class ClearRefsStart {
  //@ ensures (\forall int k; 0 <= k && k < a.length; a[k] == null);  // FAILS
  static void clear(Object[] a) {
    //@ skolem_constant int sc;
    //@ loop_predicate i >= \old(i), 0 <= sc, sc < i, a[sc] != null;
    for (int i = 1; i < a.length; i++) {
      a[i] = null;
    }
  }
}
