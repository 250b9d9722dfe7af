// Along final fields no object leads back to itself, if constructors do not show what they make: such inputs refute nothing.
class FinalFields {
  record Link(/*@ nullable @*/ Link next, int value) {
    void direct() {
      assert next != this; // OPEN
    }

    void inThree() {
      if (next != null && next.next != null) {
        assert next.next.next != this; // OPEN
      }
    }
  }

  static class Left {
    final /*@ nullable @*/ Right right;

    Left(/*@ nullable @*/ Right right) {
      this.right = right;
    }

    void crossed() {
      assert right == null || right.left != this; // OPEN
    }
  }

  static class Right {
    final /*@ nullable @*/ Left left;

    Right(/*@ nullable @*/ Left left) {
      this.left = left;
    }
  }
}
