// Conversions between signed and unsigned, wide and narrow.
/*@ assigns \nothing;
    ensures 0 <= x <= 255 ==> \result == x;
    ensures x == 256 ==> \result == 0;
    ensures x == -1 ==> \result == 255; */
unsigned char low_byte(int x)
{
  return x;
}

/*@ assigns \nothing;
    ensures x <= 2147483647 ==> \result == x;
    ensures x == 4294967295 ==> \result == -1; */
int as_signed(unsigned x)
{
  return (int)x;
}

/*@ assigns \nothing;
    ensures x >= 0 ==> \result == x;
    ensures x < 0 ==> \result == x + 4294967296; */
unsigned as_unsigned(int x)
{
  return x;
}

/*@ assigns \nothing;
    ensures \result == (x != 0); */
_Bool truth(int x)
{
  return x;
}

/*@ assigns \nothing;
    ensures \result == x; */
long widen(short x)
{
  return x;
}
