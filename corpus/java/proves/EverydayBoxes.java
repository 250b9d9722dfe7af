/** Numbers in boxes. */
class EverydayBoxes {
  //@ ensures \result == (a > b ? a : b);
  static int larger(Integer a, Integer b) {
    return a.compareTo(b) > 0 ? a : b;
  }

  //@ ensures \result == a + 1L;
  static long next(Long a) {
    //@ assume a < 100;
    Long b = a + 1;
    return b;
  }

  static void same(int n) {
    Integer a = n;
    Integer b = Integer.valueOf(n);
    assert a.equals(b) && a.hashCode() == n && b.intValue() == n;
  }
}
