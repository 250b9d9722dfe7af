// A state machine with the old form of `switch`, with and without fall-through.
class TrafficLight {
  int state;
  //@ invariant 0 <= state && state <= 2;

  //@ ensures \old(state) == 0 ==> state == 1;
  //@ ensures \old(state) == 2 ==> state == 0;
  void step() {
    switch (state) {
      case 0:
        state = 1;
        break;
      case 1:
        state = 2;
        break;
      default:
        state = 0;
    }
  }

  //@ ensures \result == (state == 2 ? 30 : state == 1 ? 5 : 60);
  int seconds() {
    int s = 0;
    switch (state) {
      case 0:
        s += 55;
      case 1:
        s += 5;
        break;
      case 2:
        s = 30;
    }
    return s;
  }
}
