// The limit is moved although the contract does not say so (twin of globals.c).
static int limit = 10;
int total;

/*@ requires 0 <= total <= limit <= 1000 && 0 <= x <= 1000;
    assigns total;
    ensures total <= limit; */
void add(int x)
{
  total += x;
  if (total > limit)
    limit = total;  // FAILS
}
