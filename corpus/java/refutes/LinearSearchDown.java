// Linear search from behind that reads before it looks at the index (twin of LinearSearch).
class LinearSearchDown {
  static int last(int[] a, int key) {
    int i = a.length - 1;
    //@ loop_predicate -1 <= i, i < a.length;
    while (a[i] != key && i >= 0) {  // FAILS
      i--;
    }
    return i;
  }
}
