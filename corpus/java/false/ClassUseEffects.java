// The first use of a class runs its static initialiser, with all that this leads to.
class ClassUseEffects {
  static int count = 1;

  static class Shown {
    public String toString() {
      count = 7;
      return "";
    }
  }

  static class Lambda {
    static int own;

    static {
      Runnable run = () -> count = 7;
      run.run();
    }
  }

  static void bump() {
    count = 7;
  }

  static class Reference {
    static int own;

    static {
      Runnable run = ClassUseEffects::bump;
      run.run();
    }
  }

  static class Text {
    static int own;

    static {
      String text = "" + new Shown();
    }
  }

  static class First {
    static int own = Second.own;
  }

  static class Second {
    static int own;

    static {
      count = 7;
    }
  }

  enum Colour {
    RED;

    static {
      count = 7;
    }
  }

  static StringBuilder builder = new StringBuilder();

  static class Builds {
    static int own;

    static {
      builder.append("x");
    }
  }

  static class Above {
    static {
      count = 7;
    }
  }

  static void lambda() {
    count = 1;
    int own = Lambda.own;
    assert count == 1; // FAILS
  }

  static void reference() {
    count = 1;
    int own = Reference.own;
    assert count == 1; // FAILS
  }

  static void text() {
    count = 1;
    int own = Text.own;
    assert count == 1; // FAILS
  }

  static void chain() {
    count = 1;
    int own = First.own;
    assert count == 1; // FAILS
  }

  static void constant() {
    count = 1;
    Colour colour = Colour.RED;
    assert count == 1; // FAILS
  }

  static void builds() {
    builder.setLength(0);
    int own = Builds.own;
    assert builder.length() == 0; // FAILS
  }

  static void bodyOfItsOwn() {
    count = 1;
    Above above = new Above() {};
    assert count == 1; // FAILS
  }
}
