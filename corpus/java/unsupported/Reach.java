// Sets and model fields: what is not read.
class Reach {
  static class Node {
    /*@ nullable @*/ Node left;
    /*@ nullable @*/ Node right;
  }

  /*@ nullable @*/ Reach next;
  /*@ nullable @*/ Node root;
  //@ ghost JMLObjectSet seen;
  //@ ghost JMLObjectSet done;
  //@ ghost boolean all;
  //@ model JMLObjectSet some;
  //@ represents some \such_that some.has(this); // UNSUPPORTED
  //@ model JMLObjectSet endless;
  //@ represents endless = endless.insert(this); // UNSUPPORTED

  //@ ensures \reach(root) == \old(\reach(root)); // UNSUPPORTED
  void severalFields() {
  }

  //@ ensures \reach(this) == \old(\reach(this)); // UNSUPPORTED
  void otherClasses() {
  }

  //@ ensures seen.int_size() == 0; // UNSUPPORTED
  void size() {
  }

  void compared() {
    //@ set all = seen == done; // UNSUPPORTED
  }

  boolean code() {
    return some == null; // UNSUPPORTED
  }

  //@ ensures some.has(this);
  void suchThat() {
  }

  //@ ensures endless.has(this);
  void itself() {
  }

  //@ ensures \reach(root, Node, left) == \old(\reach(root, Node, left));
  //@ ensures \reach(this, Reach, next).has(this) && \reach(this, next, this);
  void keep() {
  }
}
