// A type parameter that has the name of a class is not that class, also not for callers.
class TypeParameterNames {
  static class B { }

  static class T extends B { }

  //@ ensures true;
  static <T> T same(T given) {
    return given;
  }

  static void text() {
    Object o = same("x");
    assert o instanceof B;  // FAILS
  }

  static void array() {
    Object o = same(new int[1]);
    assert !(o instanceof int[]);  // FAILS
  }

  interface Source {
    <T> T or(T other);
  }

  static void unknown(Source source) {
    Object o = source.or("x");
    assert o instanceof B;  // FAILS
  }

  static class Box<T> {
    T held;

    Box(T held) {
      this.held = held;
    }
  }

  static void boxed() {
    Box<String> box = new Box<>("x");
    Object o = box.held;
    assert o instanceof B;  // FAILS
  }
}
