// The swap of a pair forgets the first number (twin of Pairs).
class PairsSwap {
  static class Pair {
    int left;
    int right;

    //@ ensures left == \old(right);
    //@ ensures right == \old(left);  // FAILS
    void swap() {
      left = right;
      right = left;
    }
  }
}
