// Values at earlier places: before the function, at a label, at the beginning of a loop.
/*@ requires \valid(p) && 0 <= *p <= 1000;
    assigns *p;
    ensures *p == \old(*p) + 3; */
void three_more(int *p)
{
  *p += 1;
middle:
  *p += 2;
  //@ assert \at(*p, middle) == \at(*p, Pre) + 1;
  //@ assert *p == \at(*p, middle) + 2;
}

/*@ requires 0 <= x <= 1000 && 0 <= n <= 1000;
    assigns \nothing;
    ensures \result == x + 5 + n; */
int grow(int x, int n)
{
  x += 5;
  int i = 0;
  /*@ loop invariant 0 <= i <= n && x == \at(x, LoopEntry) + i;
      loop assigns x, i;
      loop variant n - i; */
  while (i < n) {
    x++;
    i++;
  }
  return x;
}
