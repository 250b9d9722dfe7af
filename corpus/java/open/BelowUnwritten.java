// The invariant of a subclass, of an object that the method does not write: nothing is said of it at the beginning, so no
// input refutes the method.
class BelowUnwritten {
  int x;
  int y;

  int set(Below p, int n) {
    if (n > 5) {
      p.x = 3;
      p.y = 3;
    }
    return p.z;
  }
}

class Below extends BelowUnwritten {
  int z;
  //@ invariant x == y; // OPEN
}
