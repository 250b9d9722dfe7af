// Whether a floating number fits into an integer is not known, and neither is which one it becomes.
int half(double x)
{
  return (int)(x / 2.0);  // OPEN
}

int truth(double x)
{
  _Bool some = x;
  //@ assert some == 0 || some == 1;
  return some;
}

void rounded(double x)
{
  unsigned char c = (unsigned char)x; // OPEN
  //@ assert 0 <= c <= 255;
  //@ assert c == 7; // OPEN
}
