// A unit matrix in rows that may be one and the same object (twin of Identity).
class IdentityShared {
  //@ requires \nonnullelements(m) && m.length == 2;
  //@ requires m[0].length == 2 && m[1].length == 2;
  //@ ensures m[0][0] == 1 && m[1][1] == 1;
  //@ ensures m[0][1] == 0;  // FAILS
  static void identity(int[][] m) {
    m[0][0] = 1;
    m[0][1] = 0;
    m[1][0] = 0;
    m[1][1] = 1;
    m[0][0] = 1;
  }
}
