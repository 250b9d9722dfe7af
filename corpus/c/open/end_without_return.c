// A function that comes to its end without a value: whether somebody uses that is not looked at.
int sign(int x)
{
  if (x > 0)
    return 1;
  if (x <= 0)
    return -1;
}

int positive(int x)
{
  if (x > 0)
    return 1;
} // OPEN
