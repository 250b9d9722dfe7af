// The last letter of the alphabet stays small (twin of upper_case.c).
/*@ assigns \nothing;
    ensures !('a' <= \result <= 'z');  // FAILS
*/
char upper(char c)
{
  if (c >= 'a' && c < 'z')
    return c - 'a' + 'A';
  return c;
}
