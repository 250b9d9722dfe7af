// Sorts three colours in one pass.
enum colour { RED, WHITE, BLUE };

/*@ requires 0 <= n && \valid(a + (0 .. n - 1));
    requires \forall integer k; 0 <= k < n ==> RED <= a[k] <= BLUE;
    assigns a[0 .. n - 1];
    ensures \forall integer i, j; 0 <= i <= j < n ==> a[i] <= a[j]; */
void dutch_flag(int *a, int n)
{
  int red = 0, i = 0, blue = n;
  /*@ loop invariant 0 <= red <= i <= blue <= n;
      loop invariant \forall integer k; 0 <= k < red ==> a[k] == RED;
      loop invariant \forall integer k; red <= k < i ==> a[k] == WHITE;
      loop invariant \forall integer k; blue <= k < n ==> a[k] == BLUE;
      loop invariant \forall integer k; i <= k < blue ==> RED <= a[k] <= BLUE;
      loop assigns red, i, blue, a[0 .. n - 1];
      loop variant blue - i; */
  while (i < blue) {
    int t = a[i];
    if (t == RED) {
      a[i++] = a[red];
      a[red++] = t;
    } else if (t == WHITE) {
      i++;
    } else {
      a[i] = a[--blue];
      a[blue] = t;
    }
  }
}
