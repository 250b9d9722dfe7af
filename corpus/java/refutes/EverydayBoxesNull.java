/** Numbers in boxes. */
class EverydayBoxesNull {
  static int value(/*@ nullable @*/ Integer a) {
    return a + 1; // FAILS
  }

  //@ ensures \result > 0; // FAILS
  static int larger(Integer a, Integer b) {
    return a.compareTo(b) > 0 ? a : b;
  }
}
