// More is expected from a shape than the interface promises (twin of Shapes).
class ShapesStatic {
  interface Shape {
    //@ ensures 0 <= \result;
    /*@ pure @*/ int border();
  }

  static int share(Shape s) {
    return 100 / s.border();  // FAILS
  }
}
