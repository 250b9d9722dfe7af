// Pure methods in formulas: arithmetic, several returns, local variables; model methods that are formulas.
class PureBodies {
  private /*@ spec_public @*/ int[] data = new int[8];
  private /*@ spec_public @*/ int count;
  //@ public invariant 0 <= count && count <= data.length;

  /*@ pure @*/ static int max(int a, int b) {
    if (a > b) return a;
    else return b;
  }

  /*@ pure @*/ int room() {
    return data.length - count;
  }

  /*@ pure @*/ boolean within(int i) {
    boolean natural = 0 <= i;
    return natural && i < count;
  }

  /*@ model boolean sorted() {
    @   return (\forall int i; 0 < i && i < count; data[i - 1] <= data[i]);
    @ }
    @*/

  //@ ensures \result == max(x, max(y, z));
  static int largest(int x, int y, int z) {
    int m = x;
    if (y > m) m = y;
    if (z > m) m = z;
    return m;
  }

  //@ requires room() > 0;
  //@ assignable data[*], count;
  //@ ensures room() == \old(room()) - 1 && within(count - 1);
  void push(int x) {
    data[count] = x;
    count++;
  }

  //@ requires sorted() && within(1);
  //@ ensures \result <= data[1];
  int first() {
    return data[0];
  }
}
