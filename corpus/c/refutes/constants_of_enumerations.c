// A constant that is written does not follow the one before it.
enum size { FIRST = 7, TRUNCATED = (int)3.7, TEXT = sizeof "abc", BEHIND };

/*@ ensures \result == 8; */ // FAILS
int truncated(void)
{
  return TRUNCATED;
}

/*@ ensures \result == 5 + 5; */ // FAILS
int behind(void)
{
  return TEXT + BEHIND;
}
