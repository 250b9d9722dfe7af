// Clearing an array of references (Flanagan & Qadeer, section 6), with the predicates that the
// heuristics of the paper guess.
class ClearRefs {
  //@ ensures (\forall int k; 0 <= k && k < a.length; a[k] == null);
  static void clear(Object[] a) {
    //@ skolem_constant int sc;
    //@ loop_predicate i >= \old(i), 0 <= sc, sc < i, a[sc] != null;
    for (int i = 0; i < a.length; i++) {
      a[i] = null;
    }
  }
}
