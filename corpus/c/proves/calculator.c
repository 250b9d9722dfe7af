// A stack machine for sums and products.
struct stack {
  int count;
  int items[16];
};

/*@ requires \valid(s) && 0 <= s->count <= 16;
    assigns s->count, s->items[0 .. 15];
    ensures 0 <= s->count <= 16;
    ensures \result == 1 ==> s->count == \old(s->count) + 1; */
int push(struct stack *s, int value) {
  if (s->count >= 16)
    return 0;
  s->items[s->count++] = value;
  return 1;
}

/*@ requires \valid(s) && 0 <= s->count <= 16;
    assigns s->count, s->items[0 .. 15];
    ensures 0 <= s->count <= 16; */
int add(struct stack *s) {
  if (s->count < 2)
    return 0;
  int a = s->items[--s->count];
  int b = s->items[--s->count];
  if (a > 1000000 || a < -1000000 || b > 1000000 || b < -1000000)
    return 0;
  return push(s, a + b);
}
