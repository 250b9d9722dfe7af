/** Letters moved back leave the alphabet. */
class EverydayCaesarBack {
  //@ requires 0 <= by && by < 26;
  //@ ensures 'a' <= c && c <= 'z' ==> 'a' <= \result && \result <= 'z'; // FAILS
  static char shifted(char c, int by) {
    if (c < 'a' || c > 'z') {
      return c;
    }
    return (char) ('a' + (c - 'a' - by) % 26);
  }
}
