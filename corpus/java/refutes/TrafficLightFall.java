// A `break` is missing in the state machine (twin of TrafficLight).
class TrafficLightFall {
  int state;
  //@ invariant 0 <= state && state <= 2;

  //@ ensures \old(state) == 0 ==> state == 1;  // FAILS
  void step() {
    switch (state) {
      case 0:
        state = 1;
      case 1:
        state = 2;
        break;
      default:
        state = 0;
    }
  }
}
