// Skipping blanks reads the character before it looks at the index (twin of Majority).
class MajoritySkip {
  //@ requires 0 <= from && from <= s.length;
  static int skip(char[] s, int from) {
    int i = from;
    //@ loop_predicate from <= i, i <= s.length;
    while (s[i] == ' ' && i < s.length) {  // FAILS
      i++;
    }
    return i;
  }
}
