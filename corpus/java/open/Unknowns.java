// What is not known may have any value; that it could be wrong refutes nothing.
class Unknowns {
  static boolean sum() {
    boolean equal = 1.0 + 1.0 == 2.0;
    //@ assert equal;  // OPEN
    return equal;
  }

  static void hash(String s) {
    boolean same = s.hashCode() == s.hashCode();
    //@ assert same;  // OPEN
  }

  //@ requires x >= 0;
  //@ ensures \result >= 0;
  static int same(int x) {
    return x;
  }

  static void weakContract() {
    int y = same(3);
    //@ assert y == 3;  // OPEN
  }

  int number() {
    return 7;
  }

  static void overridable(Unknowns u) {
    int n = u.number();
    //@ assert n == 7;  // OPEN
  }
}
