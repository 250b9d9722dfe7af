// In odd rounds the lock is not given back (twin of lock.c).
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

/*@ requires locked == 0 && 0 <= n <= 1;
    assigns locked; */
void rounds(int n)
{
  lock();
  if (n == 1)
    unlock();
  lock();  // FAILS
}
