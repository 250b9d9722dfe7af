// Arithmetic of small and large types: promotions, wrap-around and conversions.
/*@ assigns \nothing;
    ensures \result == (a + b) / 2; */
unsigned char mix(unsigned char a, unsigned char b)
{
  return (a + b) / 2;
}

/*@ assigns \nothing;
    ensures \result == (x == 255 ? 0 : x + 1); */
unsigned char next(unsigned char x)
{
  x++;
  return x;
}

/*@ assigns \nothing;
    ensures \result == a * b; */
long long product(int a, int b)
{
  return (long long)a * b;
}

/*@ assigns \nothing;
    ensures -32768 <= \result <= 32767;
    ensures -32768 <= x <= 32767 ==> \result == x;
    ensures x > 32767 ==> \result == 32767;
    ensures x < -32768 ==> \result == -32768; */
short saturate(int x)
{
  if (x > 32767)
    return 32767;
  return x < -32768 ? -32768 : (short)x;
}

/*@ assigns \nothing;
    ensures \result == 1; */
int promotions(void)
{
  unsigned char c = 200;
  int wide = c + c;
  unsigned char narrow = c + c;
  //@ assert wide == 400 && narrow == 144;
  return wide - 2 * narrow == 112;
}
