// A class inherits a method that knows nothing of the constraint which its interface promises.
interface Counting {
  //@ public instance constraint Count.value >= \old(Count.value);
  void step();
}

class Count {
  static int value;
}

class Rising {
  public void step() {
    if (Count.value < 100)
      Count.value++;
  }
}

class ConstraintOfInherited extends Rising implements Counting { // UNSUPPORTED
  int used;

  void more() {
    used = 1;
  }
}

class CountingUser {
  //@ requires counting != null;
  static void use(Counting counting) {
    int before = Count.value;
    counting.step();
    //@ assert Count.value >= before;
  }
}
