// `constraint`, data groups with `in` and `maps`, `strictly_pure`, and a loop that makes no objects.
class Groups {
  //@ public model int state;
  private int count; //@ in state;
  private final int[] values = new int[8]; //@ maps values[*] \into state;
  private int other;

  //@ invariant values.length == 8 && 0 <= count && count <= 8;
  //@ constraint count >= \old(count);

  //@ requires count < 8; assignable state; ensures count == \old(count) + 1;
  void add(int value) {
    values[count] = value;
    count++;
  }

  //@ requires count < 8; assignable state; ensures other == \old(other) && count > 0;
  void one() {
    add(1);
  }

  //@ ensures \result <==> (\exists int k; 0 <= k && k < count; values[k] == value);
  /*@ strictly_pure @*/ boolean has(int value) {
    int i = 0;
    /*@ loop_invariant 0 <= i && i <= count;
      @ loop_invariant (\forall int k; 0 <= k && k < i; values[k] != value);
      @ decreases count - i; assignable \strictly_nothing; @*/
    while (i < count) {
      if (values[i] == value) return true;
      i++;
    }
    return false;
  }
}
