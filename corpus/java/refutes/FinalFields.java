// Along final fields an object leads back to itself where a constructor shows what it makes, or a field is not final.
class FinalFields {
  static class Parent {
    final Child child;

    Parent() {
      child = new Child(this);
    }
  }

  static class Child {
    final Parent parent;

    Child(Parent parent) {
      this.parent = parent;
    }

    void up(Child other) {
      assert other.parent != parent; // FAILS
    }
  }

  record Link(/*@ nullable @*/ Link next, int value) {
    void shared(Link other) {
      assert next == null || next != other.next; // FAILS
    }

    void same() {
      assert next == null || next.value != value; // FAILS
    }
  }

  static class Open {
    /*@ nullable @*/ Open next;

    void self() {
      assert next != this; // FAILS
    }
  }
}
