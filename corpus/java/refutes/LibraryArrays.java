// `Arrays` and `Random` by the contracts of the library.
import java.util.Arrays;
import java.util.Random;

class LibraryArrays {
  static int[] unset(int n) {
    int[] parents = new int[4];
    Arrays.fill(parents, -1);
    //@ assert parents[n & 3] == 0; // FAILS
    return parents;
  }

  static int[] shorter(int[] a) {
    return Arrays.copyOf(a, a.length - 1); // FAILS
  }

  static long[] inner(long[] a) {
    return Arrays.copyOfRange(a, 1, a.length); // FAILS
  }

  static int below(int n) {
    return new Random().nextInt(n); // FAILS
  }

  static void filled(/*@ nullable @*/ char[] line) {
    Arrays.fill(line, ' '); // FAILS
  }
}
