// Letters are shifted beyond the alphabet (twin of cipher.c).
/*@ requires 0 <= key < 26 && 'a' <= c <= 'z';
    assigns \nothing;
    ensures 'a' <= \result <= 'z';  // FAILS
*/
int shift_letter(int c, int key)
{
  return c + key;
}
