// What a method gives back for its type parameter is what it was given, whatever classes there are (twin of
// TypeParameterNames in false).
class TypeParameterNames {
  static class T { }

  static <T> T same(T given) {
    return given;
  }

  static void text() {
    String s = same("x");
    assert s.equals("x");
  }

  static class Box<T> {
    T held;

    Box(T held) {
      this.held = held;
    }
  }

  static void boxed() {
    String s = "x";
    Box<String> box = new Box<>(s);
    assert box.held == s;
  }
}
