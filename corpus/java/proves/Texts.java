// Strings as opaque references with a length.
class Texts {
  //@ ensures s == null ==> \result;
  static boolean empty(/*@ nullable @*/ String s) {
    return s == null || s.length() == 0;
  }

  //@ ensures 0 <= \result;
  static int longer(String s, String t) {
    int n = s.length();
    return t.length() > n ? t.length() : n;
  }

  static String or(/*@ nullable @*/ String s, String other) {
    return s != null ? s : other;
  }
}
