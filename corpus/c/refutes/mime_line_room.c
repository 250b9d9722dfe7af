// A line of one sign only takes two (twin of mime_line.c).
extern int unknown(void);
extern void __VERIFIER_assert(int cond);

/*@ requires 1 <= room <= 1000; */
void mime_line(int room)
{
  int fill = 0;
  /*% loop predicate 0 <= fill, fill <= room; */
  while (unknown()) {
    if (fill + 2 >= room)
      fill = 0;
    fill++;
    if (unknown()) {
      __VERIFIER_assert(0 <= fill && fill < room);  // FAILS
      fill++;
    }
  }
}
