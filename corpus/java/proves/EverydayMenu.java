/** A choice from a menu. */
class EverydayMenu {
  enum Choice { OPEN, SAVE, QUIT }

  static Choice choice(String word) {
    switch (word) {
      case "open":
        return Choice.OPEN;
      case "save":
        return Choice.SAVE;
      default:
        return Choice.QUIT;
    }
  }

  static void chosen() {
    assert choice("save") == Choice.SAVE;
  }
}
