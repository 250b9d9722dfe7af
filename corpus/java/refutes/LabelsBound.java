// The index after the labelled loop is taken for that of an element (twin of Labels).
class LabelsBound {
  static int pair(int[] a) {
    int i = 0;
    //@ loop_predicate 0 <= i;
    outer:
    while (i < a.length) {
      //@ loop_predicate i < j;
      for (int j = i + 1; j < a.length; j++) {
        if (a[i] == a[j]) break outer;
      }
      i++;
    }
    return a[i];  // FAILS
  }
}
