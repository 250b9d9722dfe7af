// A function applied to all elements of an array, by a pointer to it: white becomes 256.
static int clamp(int x) {
  return x < 0 ? 0 : x > 255 ? 255 : x;
}

static int invert(int x) {
  return 256 - clamp(x);
}

static int apply(int (*f)(int), int x) {
  return f(x);
}

/*@ requires 0 <= n && \valid(a + (0 .. n - 1));
    assigns a[0 .. n - 1];
    ensures \forall integer k; 0 <= k < n ==> 0 <= a[k] <= 255; */ // FAILS
void invert_all(int *a, int n) {
  for (int i = 0; i < n; i++)
    a[i] = apply(invert, a[i]);
}

/*@ ensures 0 <= \result <= 255; */ // FAILS
int choose(int inverted, int x) {
  int (*f)(int) = inverted ? invert : clamp;
  return f(x);
}
