// The steps do not fit: the last round reads behind the array.
class Stride {
  //@ requires a.length == 9;
  static int last_of_two(int[] a) {
    int last = 0;
    for (int i = 0; i < 9; i += 2) last = a[i + 1]; // FAILS
    return last;
  }

  //@ requires a.length == 5;
  static int passes_by(int[] a) {
    int last = 0;
    for (int i = 1; i != 4; i += 2) last = a[i]; // FAILS
    return last;
  }
}
