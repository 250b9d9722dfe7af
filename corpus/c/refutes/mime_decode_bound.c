// Three signs are read where only two are left (twin of mime_decode.c).
extern int unknown(void);
extern void __VERIFIER_assert(int cond);

/*@ requires 0 <= length <= 1000000; */
void mime_decode(int length)
{
  int in = 0, out = 0;
  /*% loop predicate 0 <= out, out <= in, in <= length + 1; */
  while (in < length) {
    int step = 1;
    if (in + 1 < length && unknown() == '=')
      step = 3;
    out++;
    in += step;
  }
  __VERIFIER_assert(in == length);  // FAILS
}
