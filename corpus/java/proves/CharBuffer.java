// A text that grows: an array of characters, and how many of them are in use.
class CharBuffer {
  char[] buf;
  int len;
  //@ invariant 0 <= len && len <= buf.length;

  //@ requires 0 <= room;
  //@ ensures len == 0 && buf.length == room;
  CharBuffer(int room) {
    buf = new char[room];
  }

  //@ requires buf.length < 1000000000;
  //@ ensures len == \old(len) + 1 && buf[len - 1] == c;
  //@ assignable buf, buf[*], len;
  void append(char c) {
    if (len == buf.length) {
      char[] more = new char[2 * buf.length + 1];
      //@ loop_predicate 0 <= i;
      for (int i = 0; i < len; i++) {
        more[i] = buf[i];
      }
      buf = more;
    }
    buf[len++] = c;
  }

  //@ requires 0 <= i && i < len;
  //@ ensures \result == buf[i];
  /*@ pure @*/ char charAt(int i) {
    return buf[i];
  }

  //@ ensures len == 0;
  //@ assignable len;
  void clear() {
    len = 0;
  }
}
