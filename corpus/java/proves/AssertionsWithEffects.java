// Assertions are switched on or off for a whole class, so that what one of them does is there where another one asks for it.
class AssertionsWithEffects {
  private static int taken;

  static int take() {
    taken++;
    return taken;
  }

  static void both() {
    taken = 0;
    assert take() == 1;
    assert taken == 1;
  }

  static int caught() {
    int state = 0;
    try {
      assert false;
    } catch (AssertionError e) {
      state = 1;
    }
    assert state == 1;
    return state;
  }

  static void inLoop() {
    int n = 0;
    for (int i = 0; i < 3; i++) {
      assert n == i;
      assert n++ == i;
    }
    assert n == 3;
  }
}
