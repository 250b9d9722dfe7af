// A forgotten break leads to the next case (twin of traffic_light.c).
enum light { RED, RED_AMBER, GREEN, AMBER };

/*@ requires RED <= l <= AMBER;
    assigns \nothing;
    ensures l == RED_AMBER ==> \result == GREEN;  // FAILS
*/
enum light after(enum light l)
{
  enum light next = RED;
  switch (l) {
  case RED:
    next = RED_AMBER;
    break;
  case RED_AMBER:
    next = GREEN;
  case GREEN:
    next = AMBER;
    break;
  case AMBER:
    break;
  }
  return next;
}
