// Lengths of strings: in a buffer of 256 that ends with a zero, and with a given bound.
/*@ requires \valid_read(s + (0 .. 255)) && s[255] == 0;
    assigns \nothing;
    ensures 0 <= \result <= 255 && s[\result] == 0;
    ensures \forall integer k; 0 <= k < \result ==> s[k] != 0; */
int length(const char *s)
{
  int n = 0;
  /*@ loop invariant 0 <= n <= 255;
      loop invariant \forall integer k; 0 <= k < n ==> s[k] != 0;
      loop assigns n;
      loop variant 255 - n; */
  while (s[n] != '\0')
    n++;
  return n;
}

/*@ requires \valid_read(s + (0 .. max - 1));
    assigns \nothing;
    ensures 0 <= \result <= max;
    ensures \result < max ==> s[\result] == 0; */
unsigned bounded_length(const char *s, unsigned max)
{
  unsigned n;
  /*@ loop invariant 0 <= n <= max;
      loop assigns n;
      loop variant max - n; */
  for (n = 0; n < max; n++)
    if (!s[n])
      break;
  return n;
}
