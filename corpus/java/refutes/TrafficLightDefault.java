// The state machine has no step for its last state (twin of TrafficLight).
class TrafficLightDefault {
  int state;
  //@ invariant 0 <= state && state <= 2;

  //@ ensures state != \old(state);  // FAILS
  void step() {
    switch (state) {
      case 0:
        state = 1;
        break;
      case 1:
        state = 2;
        break;
    }
  }
}
