// What a `finally` block calls may throw an exception that takes the place of another.
class FinallyThrows {
  static void thrower() throws java.io.IOException {
    throw new java.io.IOException();
  }

  static void divides(int z) throws java.io.IOException {
    try {
      int q = 1 / z;
    } finally {
      thrower();
    }
  }

  static int looks(int[] a) {
    try {
      try {
        return a[5];
      } finally {
        thrower();
      }
    } catch (java.io.IOException e) {
      return 0;
    }
  }
}
