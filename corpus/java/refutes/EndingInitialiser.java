// What is false behind the first use of a class whose static initialiser ends is refuted (twin of open/EndlessInitialiser.java).
class EndingInitialiser {
  static int call() {
    Ending.touch();
    //@ assert false; // FAILS
    return 1;
  }

  static int made() {
    new Ending();
    //@ assert false; // FAILS
    return 1;
  }
}

class Ending {
  static int value = 3;

  static {
    while (true) {
      break;
    }
  }

  static void touch() {
  }
}
