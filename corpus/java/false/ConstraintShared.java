// What a constraint says of elements of an array, or of fields of another object, which code elsewhere has got (twin of
// proves/ConstraintAround.java).
class Keeps {
  private final int[] row;
  private final Cell cell;
  //@ constraint row[0] >= \old(row[0]); // FAILS
  //@ constraint cell.n >= \old(cell.n); // FAILS

  Keeps(int[] r, Cell c) {
    row = r;
    cell = c;
  }
}

class Cell {
  int n;
}

class Writes {
  void element(int[] r) {
    if (r.length > 0)
      r[0] = 0;
  }

  void field(Cell c) {
    c.n = 0;
  }
}
