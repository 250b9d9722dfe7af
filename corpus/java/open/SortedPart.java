// What the sorted part of an array holds is not known, which refutes nothing; the rest is as before.
class SortedPart {
  static void part() {
    int[] a = {3, 2, 1, 0};
    java.util.Arrays.sort(a, 1, 3);
    assert a[0] == 3 && a[3] == 0;
    assert a[1] == 1; // OPEN
  }
}
