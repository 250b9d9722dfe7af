// Nested classes: a pair of numbers, and an inner object that knows its outer one.
class Pairs {
  int total;

  static class Pair {
    int left;
    int right;

    //@ ensures left == l && right == r;
    Pair(int l, int r) {
      left = l;
      right = r;
    }

    //@ ensures left == \old(right) && right == \old(left);
    //@ assignable left, right;
    void swap() {
      int t = left;
      left = right;
      right = t;
    }
  }

  class Step {
    final int by;

    //@ requires 0 <= by && by <= 10;
    //@ ensures this.by == by;
    Step(int by) {
      this.by = by;
    }

    //@ requires 0 <= total && total <= 1000 && 0 <= by && by <= 10;
    //@ ensures total == \old(total) + by;
    //@ assignable total;
    void take() {
      total += by;
    }
  }

  //@ ensures \result.left <= \result.right;
  static Pair ordered(int x, int y) {
    Pair p = new Pair(x, y);
    if (p.left > p.right) p.swap();
    return p;
  }
}
