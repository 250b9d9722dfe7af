// The product is made as an int and then widened (twin of small_types.c).
/*@ assigns \nothing;
    ensures \result == a * b; */
long long product(int a, int b)
{
  return (long long)(a * b);  // FAILS
}
