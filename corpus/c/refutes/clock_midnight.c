// The clock shows 24 hours (twin of clock.c).
struct time {
  int hour, minute;
};

/*@ requires \valid(t) && 0 <= t->hour < 24 && 0 <= t->minute < 60;
    assigns *t;
    ensures 0 <= t->hour < 24;  // FAILS
*/
void tick(struct time *t)
{
  if (++t->minute < 60)
    return;
  t->minute = 0;
  if (++t->hour > 24)
    t->hour = 0;
}
