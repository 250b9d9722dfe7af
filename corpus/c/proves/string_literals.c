// Strings that stand in the program.
/*@ assigns \nothing;
    ensures \result == 'b'; */
char second(void)
{
  const char *s = "abc";
  return s[1];
}

/*@ assigns \nothing;
    ensures \result == 5; */
int literal_size(void)
{
  static const char word[] = "four";
  return sizeof word;
}

/*@ requires 0 <= day < 3;
    assigns \nothing; */
const char *name(int day)
{
  switch (day) {
  case 0:
    return "today";
  case 1:
    return "tomorrow";
  default:
    return "later";
  }
}
