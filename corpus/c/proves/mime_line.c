// Encodes into a line that is flushed before it can be too long: one or two signs each round.
// Two predicates.
extern int unknown(void);
extern void __VERIFIER_assert(int cond);

/*@ requires 3 <= room <= 1000; */
void mime_line(int room)
{
  int fill = 0;
  /*% loop predicate 0 <= fill, fill < room; */
  while (unknown()) {
    if (fill + 2 >= room) {
      fill = 0;
      continue;
    }
    __VERIFIER_assert(0 <= fill);
    __VERIFIER_assert(fill < room);
    fill++;
    if (unknown()) {
      __VERIFIER_assert(0 <= fill);
      __VERIFIER_assert(fill < room);
      fill++;
    }
  }
}
