// After the escape sign nobody looks whether there is room (twin of tag_scanner.c).
extern int unknown(void);
extern void __VERIFIER_assert(int cond);

/*@ requires 1 <= room <= 100; */
void scan_value(int room)
{
  int last = room - 1;
  int t = 0;
  /*% loop predicate 0 <= t, t <= room; */
  while (1) {
    int c = unknown();
    if (c == '>' || t >= last)
      break;
    if (c == '\\')
      t++;
    t++;
  }
  __VERIFIER_assert(t < room);  // FAILS
}
