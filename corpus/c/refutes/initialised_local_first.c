// The first element is never given a value (twin of initialised_local.c).
int above(int limit)
{
  int squares[10];
  for (int i = 1; i < 10; i++)
    squares[i] = i * i;
  int found = 0;
  for (int i = 0; i < 10; i++)
    if (squares[i] > limit)  // FAILS
      found++;
  return found;
}
