// The text grows without an upper bound (twin of CharBuffer): twice its size may be negative.
class CharBufferGrow {
  char[] buf;
  int len;
  //@ invariant 0 <= len && len <= buf.length;

  //@ ensures len == 0;
  CharBufferGrow() {
    buf = new char[1];
  }

  void grow() {
    if (len == buf.length) {
      buf = new char[2 * buf.length + 1];  // FAILS
    }
  }
}
