// `Arrays` and `Random` by the contracts of the library.
import java.util.Arrays;
import java.util.Random;

class LibraryArrays {
  //@ requires n >= 0;
  //@ ensures \result.length == n && (\forall int i; 0 <= i && i < n; \result[i] == -1);
  static int[] unset(int n) {
    int[] parents = new int[n];
    Arrays.fill(parents, -1);
    return parents;
  }

  //@ requires a.length > 1;
  //@ ensures a[0] <= a[a.length - 1];
  static void sorted(int[] a) {
    Arrays.sort(a);
  }

  //@ ensures \result.length == 2 * (long) a.length;
  //@ ensures (\forall int i; 0 <= i && i < a.length; \result[i] == a[i]);
  //@ requires a.length < 1000;
  static int[] grown(int[] a) {
    return Arrays.copyOf(a, 2 * a.length);
  }

  //@ requires a.length > 2;
  //@ ensures \result.length == a.length - 2 && (\forall int i; 0 <= i && i < \result.length; \result[i] == a[i + 1]);
  static long[] inner(long[] a) {
    return Arrays.copyOfRange(a, 1, a.length - 1);
  }

  //@ ensures 1 <= \result && \result <= 6;
  static int dice(Random random) {
    return random.nextInt(6) + 1;
  }
}
