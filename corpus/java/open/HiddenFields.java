// Values of private and final fields that no caller can bring about refute nothing.
class HiddenFields {
  private static int count = 0;
  private static int[] table;

  static {
    table = new int[5];
  }

  static void inc() {
    if (count < 100) {
      count++;
    }
  }

  static void counted() {
    assert count >= 0;  // OPEN
  }

  static int last() {
    return table[4];  // OPEN
  }

  static class Size {
    private final int n;

    //@ signals (IllegalArgumentException e) n <= 0;
    Size(int n) {
      if (n <= 0) {
        throw new IllegalArgumentException();
      }
      this.n = n;
    }

    int share(int x) {
      return x / n;  // OPEN
    }
  }

  static class Pair {
    private int low;
    private int high;

    Pair(int n) {
      low = n;
      high = n;
    }

    void both() {
      assert low == high;  // OPEN
    }
  }
}
