// Shifts by a negative number (twin of bit_count.c).
/*@ requires bit < 8;
    assigns \nothing; */
_Bool test_bit(unsigned char flags, int bit)
{
  return (flags >> bit) & 1;  // FAILS
}
