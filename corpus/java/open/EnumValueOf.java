// Whether a text names a constant of an enum is not known, but of literals that do.
class EnumValueOf {
  enum Side { LEFT, RIGHT }

  static Side named(String text) {
    return Side.valueOf(text); // OPEN
  }

  static void wrong() {
    Side.valueOf("UP"); // OPEN
  }
}
