// A clock and a calendar.
struct time {
  int hour, minute, second;
};

/*@ predicate right{L}(struct time *t) =
      0 <= t->hour < 24 && 0 <= t->minute < 60 && 0 <= t->second < 60; */

/*@ requires \valid(t) && right(t);
    assigns *t;
    ensures right(t);
    ensures \old(t->second) < 59 ==> t->second == \old(t->second) + 1 && t->minute == \old(t->minute);
    ensures \old(t->second) == 59 ==> t->second == 0; */
void tick(struct time *t)
{
  if (++t->second < 60)
    return;
  t->second = 0;
  if (++t->minute < 60)
    return;
  t->minute = 0;
  if (++t->hour == 24)
    t->hour = 0;
}

/*@ requires \valid_read(t) && right(t);
    assigns \nothing;
    ensures 0 <= \result < 86400; */
int since_midnight(const struct time *t)
{
  return (t->hour * 60 + t->minute) * 60 + t->second;
}
