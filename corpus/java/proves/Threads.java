// Fields that other threads may write, asserts that may be off, annotations about null.
class Threads {
  @interface Nullable {}

  volatile int shared;
  @Nullable String name;

  //@ ensures \result >= 0;
  int once() {
    int seen = shared;
    return seen < 0 ? 0 : seen;
  }

  int length() {
    String n = name;
    return n == null ? 0 : n.length();
  }

  //@ requires x > 0;
  static int share(int x) {
    assert x > 0;
    return 10 / x;
  }

  static int guarded(int x) {
    try {
      assert x != 0;
    } catch (AssertionError e) {
      return 0;
    }
    return x == 0 ? 0 : 10 / x;
  }
}
