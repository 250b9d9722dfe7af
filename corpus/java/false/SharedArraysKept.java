// A method that is called like one of the library may keep an array that a loop goes on to write.
class SharedArraysKept {
  static class Held {
    /*@ spec_public @*/ int[] held = {1};
    //@ public invariant held.length > 0 && held[0] > 0; // FAILS

    Held() {}
  }

  static class System {
    //@ requires from.length > 0 && from[0] > 0; assignable to.held;
    static void arraycopy(Held to, int first, int[] from, int second, int count) {
      to.held = from;
    }
  }

  static void kept(Held to) {
    int[] array = {1};
    //@ loop_invariant array.length == 1 && (i == 0 ==> array[0] > 0);
    for (int i = 0; i < 2; i++) {
      if (i == 1) {
        array[0] = -1;
      }
      if (i == 0) {
        System.arraycopy(to, 0, array, 0, 1);
      }
    }
  }
}
