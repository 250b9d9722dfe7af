// The text grows to twice its size, which for an empty one is nothing (twin of CharBuffer).
class CharBufferDouble {
  char[] buf;
  int len;
  //@ invariant 0 <= len && len <= buf.length;

  //@ ensures len == 0;
  CharBufferDouble() {
    buf = new char[0];
  }

  //@ requires buf.length < 1000000000;
  void append(char c) {
    if (len == buf.length) {
      buf = new char[2 * buf.length];
    }
    buf[len++] = c;  // FAILS
  }
}
