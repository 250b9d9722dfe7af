// Values of private and final fields that a constructor or a setter leaves behind are inputs.
class HiddenFieldsSet {
  private static int count = 0;

  static void inc() {
    count++;
  }

  static int perCount() {
    return 100 / count;  // FAILS
  }

  static class Size {
    private final int n;

    Size(int n) {
      this.n = n;
    }

    int share(int x) {
      return x / n;  // FAILS
    }
  }

  static class Stack {
    private int top;
    private int limit;

    Stack() {
      top = -1;
    }

    void setLimit(int limit) {
      this.limit = limit;
    }

    void notEmpty() {
      assert top >= 0;  // FAILS
    }

    void limited() {
      assert limit < 1000;  // FAILS
    }
  }

  record Range(int low, int high) {
    void ordered() {
      assert low <= high;  // FAILS
    }
  }
}
