// An interface with a contract, and two classes that keep it and promise more.
class Shapes {
  interface Shape {
    //@ ensures 0 <= \result;
    /*@ pure @*/ int border();
  }

  static class Square implements Shape {
    final int side;
    //@ invariant 0 <= side && side <= 1000;

    //@ requires 0 <= side && side <= 1000;
    //@ ensures this.side == side;
    Square(int side) {
      this.side = side;
    }

    //@ also
    //@ ensures \result == 4 * side;
    public /*@ pure @*/ int border() {
      return 4 * side;
    }
  }

  static class Point implements Shape {
    //@ also
    //@ ensures \result == 0;
    @Override
    public /*@ pure @*/ int border() {
      return 0;
    }
  }

  //@ ensures 0 <= \result;
  static long two(Shape s, Shape t) {
    return (long) s.border() + t.border();
  }

  static void use() {
    Square s = new Square(5);
    int b = s.border();
    //@ assert b == 20;
  }
}
