// An array that another variable leads to, that has been shown, or that has an owner on one way only.
class EscItem {}

class EscShift {
  /*@ non_null */ EscItem[] items;
  //@ invariant (\forall int i; 0 <= i && i < count ==> items[i] != null) // FAILS
  //@ invariant items.owner == this
  int count;
  //@ invariant 0 <= count && count <= items.length

  //@ also_modifies \nothing
  EscShift() {
    items = new EscItem[4];
    //@ set items.owner = this
  }

  //@ requires any.length > 0
  //@ modifies any[*]
  void alias(/*@ non_null */ EscItem[] any) {
    any[0] = null;
  }
}

class EscShown {
  /*@ non_null */ EscItem[] items;
  //@ invariant items.length == 0 || items[0] != null // FAILS

  //@ requires x != null
  //@ also_modifies \nothing
  EscShown(/*@ non_null */ EscItem x) {
    items = new EscItem[] { x };
  }

  //@ requires x != null
  //@ modifies items
  void shown(EscItem x) {
    EscItem[] more = new EscItem[4];
    more[0] = x;
    items = more;
    more[0] = null;
  }

  //@ requires x != null && n > 0
  //@ modifies items
  void shownInLoop(EscItem x, int n) {
    EscItem[] more = new EscItem[4];
    for (int i = 0; i < n; i++) {
      more[0] = null;
      more[0] = x;
      items = more;
      more[0] = null;
    }
  }
}

class EscPerhaps {
  /*@ non_null */ EscItem[] items;
  //@ invariant items.owner == this // FAILS

  //@ also_modifies \nothing
  EscPerhaps() {
    items = new EscItem[4];
    //@ set items.owner = this
  }

  //@ modifies items
  void perhaps(boolean now) {
    EscItem[] more = new EscItem[4];
    if (now) {
      //@ set more.owner = this
    }
    items = more;
  }
}
