// A class breaks the contract of its interface (twin of Shapes).
class ShapesNegative {
  interface Shape {
    //@ ensures 0 <= \result;  // FAILS
    /*@ pure @*/ int border();
  }

  static class Line implements Shape {
    final int from;
    final int to;

    Line(int from, int to) {
      this.from = from;
      this.to = to;
    }

    //@ also
    //@ ensures true;
    public /*@ pure @*/ int border() {
      return from <= to ? to - from : 0;
    }
  }
}
