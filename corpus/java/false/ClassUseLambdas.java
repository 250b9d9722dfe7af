// A lambda that a static field keeps is run by a method that the initialiser calls.
class ClassUseLambdas {
  static int count;

  static class Kept {
    static final Runnable RUN = () -> count = 5;
    static int own = go();

    static int go() {
      if (RUN != null)
        RUN.run();
      return 1;
    }
  }

  //@ ensures \result == 0; // FAILS
  static int used() {
    count = 0;
    int k = Kept.own;
    return count;
  }
}
