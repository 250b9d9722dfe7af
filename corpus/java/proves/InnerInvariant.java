// The object around one of an inner class satisfies its invariants.
class InnerInvariant {
  private int capacity = 3;
  //@ invariant capacity >= 0;

  class Inner {
    private int size;
    //@ invariant size <= capacity;

    void clear() {
      size = 0;
    }

    class Innermost {
      //@ ensures \result >= 0;
      int capacity() {
        return capacity;
      }
    }
  }
}
