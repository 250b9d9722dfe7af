// Both accounts may be the same (twin of transfer.c).
/*@ requires \valid(from) && \valid(to) && 0 <= amount <= *from <= 1000000 && 0 <= *to <= 1000000;
    assigns *from, *to;
    ensures *to == \old(*to) + amount;  // FAILS
*/
void transfer(int *from, int *to, int amount)
{
  *from -= amount;
  *to += amount;
}
