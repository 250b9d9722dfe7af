// What a class keeps and gives back of a type parameter is of its bound.
class TypeParameterMembers {
  static class Shape {
    int corners() {
      return 3;
    }
  }

  abstract static class Frame<S extends Shape> {
    /*@ nullable spec_public @*/ S inside;
    S[] row;

    Frame(S[] row) {
      this.row = row;
    }

    abstract S next();

    void kept() {
      Object o = inside;
      if (o != null) {
        Shape shape = (Shape) o;
      }
    }

    void inRow() {
      if (row.length > 0) {
        Object o = row[0];
        assert o == null || o instanceof Shape;
      }
    }

    void given() {
      Object o = next();
      assert o instanceof Shape;
    }

    int asked() {
      return inside == null ? 0 : inside.corners();
    }

    void ofAnother(Frame<S> other) {
      Object o = other.inside;
      assert o == null || o instanceof Shape;
    }
  }

  static class Failure<E extends RuntimeException> {
    /*@ nullable @*/ E last;

    void raised() {
      Object o = last;
      assert o == null || o instanceof RuntimeException;
    }
  }

  // a parameter of a method is not what fields have as their type
  static class Holder {
    Shape held = new Shape();

    <Shape> void own() {
      Object o = held;
      assert o instanceof TypeParameterMembers.Shape;
    }
  }
}
