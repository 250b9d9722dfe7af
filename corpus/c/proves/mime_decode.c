// Decodes text where a sign may be written as three: one is written for one or three read. What
// is read is added after the branches have met again; there the abstraction at points has
// forgotten how much it is.
// Three predicates.
extern int unknown(void);
extern void __VERIFIER_assert(int cond);

/*@ requires 0 <= length <= 1000000; */
void mime_decode(int length)
{
  int in = 0, out = 0;
  /*% loop predicate 0 <= out, out <= in, in <= length; */
  while (in < length) {
    int step = 1;
    if (in + 2 < length && unknown() == '=')
      step = 3;
    __VERIFIER_assert(0 <= out && out < length);
    out++;
    in += step;
  }
  __VERIFIER_assert(in == length && out <= length);
}
