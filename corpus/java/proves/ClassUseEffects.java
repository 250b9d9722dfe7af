// Static initialisers that only make what is their own change nothing when a class is used for the first time.
class ClassUseEffects {
  static int count = 1;

  static class Table {
    static final int[] SQUARES = new int[5];
    static Runnable kept = () -> count = 7;

    static {
      int[] squares = SQUARES;
      for (int i = 0; i < 5; i++) {
        squares[i] = i * i;
      }
    }
  }

  enum Colour {
    RED, GREEN;

    static int all = 2;
  }

  static void table() {
    count = 1;
    int[] squares = Table.SQUARES;
    assert count == 1;
  }

  static void colour() {
    count = 1;
    Colour colour = Colour.GREEN;
    assert count == 1;
  }
}
