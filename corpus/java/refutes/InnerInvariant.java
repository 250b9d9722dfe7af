// The object around one of an inner class satisfies its invariants, and nothing more.
class InnerInvariant {
  private int capacity = 3;
  //@ invariant capacity >= 0;

  void setCapacity(int n) {
    if (n >= 0) capacity = n;
  }

  class Inner {
    int size;

    //@ ensures \result > 0; // FAILS
    int capacity() {
      return capacity;
    }

    void shrink() {
      capacity = -1;
      //@ assert capacity >= 0; // FAILS
    }
  }
}
