// Asserts may be off, and what may be null is not looked at (twin of Threads).
class ThreadsNull {
  @interface Nullable {}

  static int length(@Nullable String name) {
    return name.length();  // FAILS
  }

  static int guarded(int x) {
    try {
      assert x != 0;
    } catch (AssertionError e) {
      return 0;
    }
    return 10 / x;  // FAILS
  }

  int count;

  //@ ensures count == \old(count) + 1;  // FAILS
  void step() {
    assert ++count != 0 || count == 0;
  }
}
