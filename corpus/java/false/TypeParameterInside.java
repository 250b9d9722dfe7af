// A type parameter is not the class that has its name in lambdas and classes inside of the method either.
class TypeParameterInside {
  static class B { }

  static class T extends B { }

  interface Look { void look(); }

  static <T> void lambda(T t) {
    Runnable r = () -> {
      T w = t;
      Object q = w;
      assert q instanceof B; // FAILS
    };
    r.run();
  }

  static <T> void anonymous(T t) {
    Look l = new Look() {
      public void look() {
        T w = t;
        Object q = w;
        assert q instanceof B; // FAILS
      }
    };
    l.look();
  }

  static <T> void local(T t) {
    class Local {
      void look() {
        T w = t;
        Object q = w;
        assert q instanceof B; // FAILS
      }
    }
    new Local().look();
  }
}
