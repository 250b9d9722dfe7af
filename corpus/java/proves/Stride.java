// Loops that count in steps: that the counter meets its bound, or stays below it with the rest of the step, follows
// from its remainder.
class Stride {
  //@ requires a.length == 100;
  static int every_other(int[] a) {
    int last = 0;
    for (int i = 0; i != 100; i += 2) last = a[i];
    return last;
  }

  //@ requires a.length == 99;
  static int last_of_three(int[] a) {
    int last = 0;
    for (int i = 0; i < 99; i += 3) last = a[i + 2];
    return last;
  }
}
