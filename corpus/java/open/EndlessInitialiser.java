// The first use of a class comes to no end if its static initialiser does not: nothing behind it is refuted.
class EndlessInitialiser {
  static int read() {
    int x = Endless.value;
    //@ assert x == x + 1; // OPEN
    return x;
  }

  static int call() {
    NeedsEndless.touch();
    //@ assert false; // OPEN
    return 1;
  }

  static int made() {
    new Endless();
    //@ assert false; // OPEN
    return 1;
  }

  static int recursive() {
    Recursive.touch();
    //@ assert false; // OPEN
    return 1;
  }
}

class Endless {
  static int value = 3;

  static {
    while (true) {
    }
  }
}

class NeedsEndless {
  static int own = Endless.value;

  static void touch() {
  }
}

class Recursive {
  static int own = down(5);

  static int down(int n) {
    return down(n);
  }

  static void touch() {
  }
}
