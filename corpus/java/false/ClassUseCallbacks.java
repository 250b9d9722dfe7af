// The library calls methods of objects that it is given, also while a class is initialised.
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;

class ClassUseCallbacks {
  static int count;

  static class Bump implements IntUnaryOperator {
    public int applyAsInt(int i) {
      count = 5;
      return i;
    }
  }

  static class Summed {
    static int own = IntStream.range(0, 1).map(new Bump()).sum(); // FAILS
  }

  //@ ensures \result == 0; // FAILS
  static int used() {
    count = 0;
    int k = Summed.own;
    return count;
  }
}
