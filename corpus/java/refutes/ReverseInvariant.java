// Reversing with an invariant of the user that the loop does not keep (twin of Reverse).
class ReverseInvariant {
  static void reverse(int[] a) {
    int i = 0;
    int j = a.length - 1;
    //@ loop_invariant 0 <= i && i + j == a.length - 1;
    //@ loop_invariant i <= j + 1;
    //@ loop_invariant i < 2;  // FAILS
    while (i < j) {
      int t = a[i];
      a[i++] = a[j];
      a[j--] = t;
    }
  }
}
