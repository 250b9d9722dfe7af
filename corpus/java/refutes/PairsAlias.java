// Two pairs that may be the same object (twin of Pairs).
class PairsAlias {
  static class Pair {
    int left;
    int right;
  }

  //@ ensures p.left == 1;  // FAILS
  //@ ensures q.left == 2;
  static void set(Pair p, Pair q) {
    p.left = 1;
    q.left = 2;
  }
}
