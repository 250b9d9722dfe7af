/** A choice falls through to the next. */
class EverydayMenuFall {
  static int choice(String word) {
    int chosen = 0;
    switch (word) {
      case "open":
        chosen = 1;
      case "save":
        chosen = 2;
        break;
      default:
        chosen = 3;
    }
    return chosen;
  }

  static void chosen() {
    assert choice("open") == 1; // FAILS
  }
}
