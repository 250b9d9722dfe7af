// Reachability is not read in formulas yet.
class Reach {
  /*@ nullable @*/ Reach next;

  //@ ensures \reach(this) == \old(\reach(this));  // UNSUPPORTED
  void keep() {
  }
}
