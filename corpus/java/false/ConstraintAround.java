// Nested classes write private fields that a constraint speaks of (twin of proves/ConstraintAround.java).
class ConstraintAround {
  private int hidden;
  //@ constraint hidden >= \old(hidden); // FAILS

  class Inner {
    void down() {
      hidden = 0;
    }
  }

  static class Nested {
    void down(ConstraintAround c) {
      c.hidden = 0;
    }
  }
}
