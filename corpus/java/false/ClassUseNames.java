// What names in a static initialiser mean: variables of one block, methods and constants of classes around, fields by a variable.
class ClassUseNames {
  static int x;

  static int bump() {
    x = 5;
    return 3;
  }

  static class Hidden {
    static int own = 1;

    static {
      {
        int x = 1;
      }
      x = 5;
    }
  }

  static class Around {
    static int first = bump();

    static int none() {
      return 1;
    }

    static class Inside {
      static int own = none();
    }
  }

  enum Kind {
    ONE;

    static {
      bump();
    }

    static class Inside {
      static Kind kind = ONE;
      static int own = 1;
    }
  }

  static class Acting {
    static int first = bump();
  }

  static class Through {
    static int own = 1;

    static {
      Acting none = null;
      own = none.first;
    }
  }

  //@ ensures \result == 0; // FAILS
  static int hidden() {
    x = 0;
    int k = Hidden.own;
    return x;
  }

  //@ ensures \result == 0; // FAILS
  static int around() {
    x = 0;
    int k = Around.Inside.own;
    return x;
  }

  //@ ensures \result == 0; // FAILS
  static int constant() {
    x = 0;
    int k = Kind.Inside.own;
    return x;
  }

  //@ ensures \result == 0; // FAILS
  static int through() {
    x = 0;
    int k = Through.own;
    return x;
  }
}
