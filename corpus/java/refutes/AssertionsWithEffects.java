// What an assertion does is not done where they are switched off, and other classes have a switch of their own.
class AssertionsWithEffects {
  static int taken;

  static void off() {
    taken = 0;
    assert ++taken == 1;
    int part = 10 / taken; // FAILS
  }

  static void on() {
    taken = 0;
    assert ++taken == 1;
    assert taken == 2; // FAILS
  }
}

class OtherSwitch {
  static void other() {
    Callee.count();
    assert Callee.count == 1; // FAILS
  }
}

class Callee {
  static int count;

  static void count() {
    count = 0;
    assert ++count == 1;
  }
}
