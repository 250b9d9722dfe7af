// An object of a class in a body that is made for another object is not read.
class InnerNew {
  class Part {
    int size;
  }

  static Part make(InnerNew whole) {
    return whole.new Part() {};  // UNSUPPORTED
  }

  static int fine(int x) {
    return x;
  }
}
