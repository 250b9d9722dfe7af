// A constraint is kept by nested classes, and not asked of classes inside of helpers: what they do is seen where a method ends that is no
// helper.
class ConstraintAround {
  int shown;
  private int hidden;
  //@ constraint shown >= \old(shown);
  //@ constraint hidden >= \old(hidden);

  private /*@ helper */ void anonymous() {
    Runnable r = new Runnable() {
      public void run() {
        shown--;
        shown++;
        shown--;
      }
    };
  }

  private /*@ helper */ void local() {
    class Local {
      void down() {
        hidden--;
      }
    }
    Local l = new Local();
  }

  class Inner {
    void up() {
      hidden = hidden < 100 ? hidden + 1 : hidden;
    }
  }

  static class Nested {
    void up(ConstraintAround c) {
      if (c.hidden < 100)
        c.hidden++;
    }
  }
}

class HasArray {
  private int[] row = new int[3];
  //@ constraint row[0] >= \old(row[0]);
}

class WritesOwn {
  void own() {
    int[] mine = new int[3];
    mine[0] = -1;
  }
}
