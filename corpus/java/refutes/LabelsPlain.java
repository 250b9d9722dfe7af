// A `break` that leaves only the inner loop (twin of Labels): later pairs overwrite the first.
class LabelsPlain {
  //@ requires a.length == 4;
  //@ ensures a[0] == a[1] ==> \result == 0;  // FAILS
  static int pair(int[] a) {
    int found = -1;
    //@ loop_predicate 0 <= i, found == -1;
    for (int i = 0; i < a.length; i++) {
      //@ loop_predicate i < j, found == -1;
      for (int j = i + 1; j < a.length; j++) {
        if (a[i] == a[j]) {
          found = i;
          break;
        }
      }
    }
    return found;
  }
}
