// Memory without a value is passed to a function of which nobody says whether it reads it.
/*@ requires \valid(p);
    assigns *p; */
void touch(int *p);

int use(void)
{
  int x;
  touch(&x);  // OPEN
  return x;  // OPEN
}
