// Loops with large constant bounds: what is found of their elements does not depend on how many there are.

/*@ requires \valid_read(a + (0 .. 99999)) && \valid_read(b + (0 .. 99999));
    assigns \nothing;
    ensures \result != 0 ==> \forall integer k; 0 <= k < 100000 ==> a[k] == b[k]; */
int same(const int *a, const int *b)
{
  int equal = 1;
  for (int i = 0; i < 100000; i++)
    if (a[i] != b[i])
      equal = 0;
  return equal;
}

/*@ requires \valid_read(from + (0 .. 49999)) && \valid(to + (0 .. 49999));
    requires \separated(to + (0 .. 49999), from + (0 .. 49999));
    assigns to[0 .. 49999];
    ensures \forall integer k; 0 <= k < 50000 ==> to[k] == from[49999 - k]; */
void mirror(int *to, const int *from)
{
  for (int i = 0; i < 50000; i++)
    to[i] = from[49999 - i];
}

// Every second element, and no variable bounds how many there are.
/*@ requires \valid(odd + (0 .. 49999)) && \valid_read(all + (0 .. 99999));
    requires \separated(odd + (0 .. 49999), all + (0 .. 99999));
    assigns odd[0 .. 49999]; */
void odd_elements(int *odd, const int *all)
{
  int i = 1, j = 0;
  while (i < 100000) {
    odd[j] = all[i];
    i += 2;
    j++;
  }
  i = 1;
  j = 0;
  while (i < 100000) {
    //@ assert odd[j] == all[2 * j + 1];
    i += 2;
    j++;
  }
}

// A single run, most rounds of which are taken at once.
unsigned phases(void)
{
  unsigned x = 0;
  while (x < 268435455u)
    if (x < 65520u)
      x++;
    else
      x += 2;
  //@ assert x % 2 == 0;
  return x;
}
