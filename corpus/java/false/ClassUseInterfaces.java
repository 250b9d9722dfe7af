// An interface is initialised when one of its fields is used, and not with the classes that implement it.
class ClassUseInterfaces {
  static int count;

  static int bump() {
    count = 5;
    return 3;
  }

  interface Limits {
    int MOST = bump();
  }

  interface Both extends Limits {
    //@ ensures \result == 0; // FAILS
    static int most() {
      count = 0;
      int most = MOST;
      return count;
    }
  }

  static class Impl implements Limits {
    //@ ensures \result == 0; // FAILS
    static int first() {
      count = 0;
      int most = MOST;
      return count;
    }
  }
}
