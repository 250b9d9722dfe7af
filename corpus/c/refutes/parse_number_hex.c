// The letters begin with nine (twin of parse_number.c).
/*@ requires 'a' <= c <= 'f';
    assigns \nothing;
    ensures 10 <= \result <= 15;  // FAILS
*/
int hex_value(char c)
{
  return c - 'a' + 9;
}
