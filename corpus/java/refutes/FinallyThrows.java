// What a `finally` block calls may throw an exception that takes the place of another, or it may not.
class FinallyThrows {
  static void thrower(int z) throws java.io.IOException {
    if (z > 0) {
      throw new java.io.IOException();
    }
  }

  static void divides(int z) throws java.io.IOException {
    try { // FAILS
      int q = 1 / z;
    } finally { 
      thrower(z);
    }
  }
}
