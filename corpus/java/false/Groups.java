// What is in no data group must not be written, and the constraint is broken.
class Groups {
  //@ public model int state;
  private int count; //@ in state;
  private int other;

  //@ constraint count >= \old(count);  // FAILS

  //@ assignable state;
  void more() {
    other = 1;  // FAILS
  }

  //@ assignable state;
  void less() {
    count = 0;
  }
}
