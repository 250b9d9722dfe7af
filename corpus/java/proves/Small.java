// Small functions of numbers: least of three, median, clamp, absolute value, sign.
class Small {
  //@ ensures \result <= x && \result <= y && \result <= z;
  //@ ensures \result == x || \result == y || \result == z;
  static int min(int x, int y, int z) {
    int m = x < y ? x : y;
    return m < z ? m : z;
  }

  //@ requires x <= z;
  //@ ensures x <= y && y <= z ==> \result == y;
  //@ ensures x <= \result && \result <= z;
  static int median(int x, int y, int z) {
    return y < x ? x : y > z ? z : y;
  }

  //@ requires lo <= hi;
  //@ ensures lo <= \result && \result <= hi;
  static long clamp(long x, long lo, long hi) {
    if (x < lo) x = lo;
    else if (x > hi) x = hi;
    return x;
  }

  //@ requires x != Integer.MIN_VALUE;
  //@ ensures 0 <= \result && (\result == x || \result == -x);
  static int abs(int x) {
    return x < 0 ? -x : x;
  }

  //@ ensures \result == -1 || \result == 0 || \result == 1;
  //@ ensures x > 0 <==> \result == 1;
  static int sign(int x) {
    if (x == 0) return 0;
    return x > 0 ? 1 : -1;
  }

  //@ ensures x < y ==> \result < 0;
  //@ ensures x == y ==> \result == 0;
  static int compare(int x, int y) {
    return x < y ? -1 : (x == y ? 0 : 1);
  }
}
