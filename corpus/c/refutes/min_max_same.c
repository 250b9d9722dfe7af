// Both results may be kept in one place (twin of min_max.c).
/*@ requires \valid(min) && \valid(max);
    assigns *min, *max;
    ensures *min <= *max;
    ensures a <= *max && b <= *max;  // FAILS
*/
void order(int a, int b, int *min, int *max)
{
  *max = a > b ? a : b;
  *min = a > b ? b : a;
}
