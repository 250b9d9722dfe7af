// A set of small numbers in an array of words.
enum { WORDS = 8 };

/*@ requires \valid(set + (0 .. WORDS - 1)) && x < 256;
    assigns set[x / 32]; */
void set_add(unsigned *set, unsigned x)
{
  set[x / 32] |= 1u << (x % 32);
}

/*@ requires \valid_read(set + (0 .. WORDS - 1)) && x < 256;
    assigns \nothing;
    ensures \result == 0 || \result == 1; */
int set_has(const unsigned *set, unsigned x)
{
  return (set[x / 32] >> (x % 32)) & 1u;
}

/*@ requires \valid(set + (0 .. WORDS - 1));
    assigns set[0 .. WORDS - 1];
    ensures \forall integer k; 0 <= k < WORDS ==> set[k] == 0; */
void set_clear(unsigned *set)
{
  unsigned *p = set;
  int left = WORDS;
  /*@ loop invariant 0 <= left <= WORDS && p == set + (WORDS - left);
      loop invariant \forall integer k; 0 <= k < WORDS - left ==> set[k] == 0;
      loop assigns p, left, set[0 .. WORDS - 1];
      loop variant left; */
  while (left--)
    *p++ = 0;
}
