// The contracts of the calls leave no choice, and it is wrong.
class Determined {
  int count;

  //@ ensures count == 0;
  Determined() {
  }

  //@ requires count < 1000;
  //@ assignable count;
  //@ ensures count == \old(count) + 1;
  void step() {
    count++;
  }

  static void twice() {
    Determined d = new Determined();
    d.step();
    d.step();
    //@ assert d.count == 1;  // FAILS
  }
}
