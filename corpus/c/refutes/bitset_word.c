// The word is chosen by the number of bytes (twin of bitset.c).
enum { WORDS = 8 };

/*@ requires \valid(set + (0 .. WORDS - 1)) && x < 256;
    assigns set[0 .. WORDS - 1]; */
void set_add(unsigned *set, unsigned x)
{
  set[x / 8] |= 1u << (x % 32);  // FAILS
}
