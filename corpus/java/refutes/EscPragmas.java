// What pragmas of ESC/Java say is checked, also without a semicolon, in documentation, and where it is inherited.
class EscPragmas {
  private int mark /*@ readable_if marked */;
  private boolean marked;

  //@ requires a != null
  //@ ensures \result == (a.length > 1) // FAILS
  static boolean filled(int[] a) {
    return a.length > 0;
  }

  static int unguarded(int[] a) {
    return a.length; // FAILS
  }

  /**
   * The length of a text, if there is one.
   * <esc> ensures s != null ==> \result > 0 </esc> // FAILS
   */
  static int length(String s) {
    return s == null ? -1 : 0;
  }
}

class EscReader {
  //@ requires text != null
  //@ ensures \result >= 0 // FAILS
  int read(String text) {
    return -1;
  }

  int last(/*@ non_null */ String key) {
    return key.length();
  }
}

class EscTwice extends EscReader {
  //@ also_ensures \result == 7
  int read(String text) {
    return 7;
  }

  int last(String key) {
    return 0;
  }

  //@ requires r != null
  static void use(EscTwice r) {
    r.last(null); // FAILS
  }

  //@ requires r != null
  static void more(EscTwice r) {
    r.read(null); // FAILS
  }
}
