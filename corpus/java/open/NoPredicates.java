// Right, but nobody offered a predicate that bounds the index from below.
class NoPredicates {
  static void clear(int[] a, int n) {
    int i = n < 0 ? 0 : n;
    while (i < a.length) {
      a[i] = 0;  // OPEN
      i++;
    }
  }
}
