// The counter is stepped twice (twin of calls.c).
static int calls;

/*@ requires 0 <= calls < 1000;
    assigns calls;
    ensures calls == \old(calls) + 1; */
void note(void)
{
  calls++;
}

/*@ requires calls == 0;
    assigns calls;
    ensures calls == 1;  // FAILS
*/
void use(void)
{
  note();
  note();
}
