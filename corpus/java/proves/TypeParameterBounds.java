// What a type parameter stands for is of its bound.
class TypeParameterBounds {
  static class Shape {
    int sides = 3;

    int corners() {
      return sides;
    }
  }

  static class Square extends Shape { }

  static <S extends Shape> void given(S shape) {
    Object o = shape;
    assert o instanceof Shape;
  }

  static <S extends Shape> int asked(S shape) {
    shape.sides = 4;
    return shape.sides;
  }

  static class Frame<S extends Shape> {
    S inside;

    Frame(S inside) {
      this.inside = inside;
    }

    int corners() {
      return inside == null ? 0 : 3;
    }
  }

  static <S extends Shape> S same(S shape) {
    return shape;
  }

  static void square() {
    Square square = new Square();
    Square other = same(square);
    assert other == square;
  }
}
