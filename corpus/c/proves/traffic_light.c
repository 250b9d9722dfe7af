// A state machine with a switch.
enum light { RED, RED_AMBER, GREEN, AMBER };

static enum light now = RED;
static int changes;

/*@ requires RED <= l <= AMBER;
    assigns \nothing;
    ensures RED <= \result <= AMBER && \result != l;
    ensures l == AMBER ==> \result == RED; */
enum light after(enum light l)
{
  switch (l) {
  case RED:
    return RED_AMBER;
  case RED_AMBER:
    return GREEN;
  case GREEN:
    return AMBER;
  default:
    return RED;
  }
}

/*@ requires RED <= now <= AMBER && 0 <= changes;
    assigns now, changes;
    ensures RED <= now <= AMBER && now != \old(now);
    ensures changes == (\old(changes) < 1000 ? \old(changes) + 1 : \old(changes)); */
void step(void)
{
  now = after(now);
  if (changes < 1000)
    changes++;
}

/*@ requires RED <= now <= AMBER && 0 <= changes;
    assigns now, changes;
    ensures now == RED; */
void until_red(void)
{
  /*@ loop invariant RED <= now <= AMBER && 0 <= changes;
      loop assigns now, changes; */
  while (now != RED)
    step();
}
