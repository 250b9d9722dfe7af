// `clear` stores an object instead of null, which an array of strings does not take (twin of
// ClearRefs).
class ClearRefsStore {
  static void clear(Object[] a, Object nothing) {
    //@ loop_predicate 0 <= i;
    for (int i = 0; i < a.length; i++) {
      a[i] = nothing;  // FAILS
    }
  }
}
