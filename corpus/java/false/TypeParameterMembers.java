// The bound of a type parameter says no more than that, and it is the one of the parameter that is meant.
class TypeParameterMembers {
  static class Shape { }

  static class Square extends Shape { }

  static class Frame<S extends Shape> {
    /*@ nullable spec_public @*/ S inside;

    void kept() {
      Object o = inside;
      assert o == null || o instanceof Square;  // FAILS
    }

    <S extends Square> void another() {
      Object o = inside;
      assert o == null || o instanceof Square;  // FAILS
    }
  }

  static class Chain<T extends U, U> {
    <U extends Square> void outer(T given) {
      Object o = given;
      Square square = (Square) o;  // FAILS
    }
  }
}
