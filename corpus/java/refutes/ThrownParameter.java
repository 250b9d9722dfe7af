// A type parameter that may be thrown announces no error of the run.
class ThrownParameter {
  <T extends Throwable> void index(int[] a) throws T {
    a[0] = 1; // FAILS
  }
}
