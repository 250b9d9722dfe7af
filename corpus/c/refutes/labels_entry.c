// The value at the label is not the one before the function (twin of labels.c).
/*@ requires \valid(p) && 0 <= *p <= 1000;
    assigns *p; */
void three_more(int *p)
{
  *p += 1;
middle:
  *p += 2;
  //@ assert \at(*p, middle) == \at(*p, Pre);  // FAILS
}
