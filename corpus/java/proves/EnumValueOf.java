// The constant of an enum that a text names.
class EnumValueOf {
  enum Side { LEFT, RIGHT }

  static void named() {
    assert Side.valueOf("LEFT") == Side.LEFT;
  }

  static int caught(String text) {
    try {
      return Side.valueOf(text).ordinal();
    } catch (IllegalArgumentException e) {
      return -1;
    }
  }
}
