// One more flag than the mask has room for (twin of flags.c).
/*@ requires f < 8;
    assigns \nothing;
    ensures \result < 8;  // FAILS
*/
unsigned char add_flag(unsigned char f)
{
  return f | 8;
}
