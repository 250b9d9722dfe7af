// Nobody says that the modulus is not zero (twin of power.c).
/*@ assigns \nothing; */
unsigned reduce(unsigned base, unsigned m)
{
  return base % m;  // FAILS
}
