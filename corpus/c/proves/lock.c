// A lock that is taken and given back in turn.
static int locked;

/*@ requires locked == 0;
    assigns locked;
    ensures locked == 1; */
void lock(void)
{
  locked = 1;
}

/*@ requires locked == 1;
    assigns locked;
    ensures locked == 0; */
void unlock(void)
{
  locked = 0;
}

/*@ requires locked == 0 && 0 <= n;
    assigns locked;
    ensures locked == 0; */
void rounds(int n)
{
  /*@ loop invariant locked == 0 && 0 <= i <= n;
      loop assigns locked, i;
      loop variant n - i; */
  for (int i = 0; i < n; i++) {
    lock();
    if (i % 2 == 0) {
      unlock();
      continue;
    }
    unlock();
  }
}
