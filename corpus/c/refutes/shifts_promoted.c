// A byte becomes an int before it is shifted (twin of shifts.c).
/*@ requires \valid_read(p + (0 .. 3));
    assigns \nothing; */
unsigned read_big_endian(const unsigned char *p)
{
  return (p[0] << 24) | (p[1] << 16) | (p[2] << 8) | p[3];  // FAILS
}
