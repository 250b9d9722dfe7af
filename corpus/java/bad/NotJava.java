// The text of one method is not Java; the other one is verified all the same.
class NotJava {
  static int bad(int x) {
    return x + ;  // ERROR
  }

  static int good(int x) {
    //@ assert unknown > x;  // ERROR
    return x;
  }

  static int best(int x) {
    return x;
  }
}
