// Moves money from one account to another, which may be the same.
/*@ requires \valid(from) && \valid(to) && 0 <= amount <= *from <= 1000000 && 0 <= *to <= 1000000;
    assigns *from, *to;
    ensures from != to ==> *from == \old(*from) - amount && *to == \old(*to) + amount;
    ensures from == to ==> *from == \old(*from); */
void transfer(int *from, int *to, int amount)
{
  *from -= amount;
  *to += amount;
}
