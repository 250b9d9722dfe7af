// Copies a tag and its value into a buffer that must keep room for the final zero.
// Three predicates.
extern int unknown(void);
extern void __VERIFIER_assert(int cond);

/*@ requires 1 <= room && \valid(tag + (0 .. room - 1)); */
void scan_tag(char *tag, int room)
{
  int last = room - 1;
  int t = 0;
  /*% loop predicate 0 <= t <= last; */
  while (unknown() != '=') {
    if (t == last) {
      tag[t] = 0;
      return;
    }
    __VERIFIER_assert(0 <= t);
    __VERIFIER_assert(t < room);
    tag[t] = 'n';
    t++;
  }
  /*% loop predicate 0 <= t <= last, t < last; */
  while (1) {
    int c = unknown();
    if (c == '>')
      break;
    if (t == last)
      break;
    if (c == '\\') {
      __VERIFIER_assert(0 <= t);
      __VERIFIER_assert(t < room);
      tag[t] = '\\';
      t++;
      if (t == last)
        break;
    }
    __VERIFIER_assert(0 <= t);
    __VERIFIER_assert(t < room);
    tag[t] = 'v';
    t++;
  }
  __VERIFIER_assert(0 <= t);
  __VERIFIER_assert(t < room);
  tag[t] = 0;
}
