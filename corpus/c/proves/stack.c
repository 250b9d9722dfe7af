// A stack in a structure of its own.
typedef struct {
  int items[32];
  int top;
} stack;

/*@ requires \valid(s) && 0 <= s->top < 32;
    assigns s->items[s->top], s->top;
    ensures s->top == \old(s->top) + 1 && s->items[\old(s->top)] == x;
    ensures \forall integer k; 0 <= k < \old(s->top) ==> s->items[k] == \old(s->items[k]); */
void push(stack *s, int x)
{
  s->items[s->top++] = x;
}

/*@ requires \valid(s) && 0 < s->top <= 32;
    assigns s->top;
    ensures s->top == \old(s->top) - 1 && \result == s->items[s->top]; */
int pop(stack *s)
{
  return s->items[--s->top];
}

/*@ requires \valid_read(s);
    assigns \nothing;
    ensures \result <==> s->top == 0; */
_Bool is_empty(const stack *s)
{
  return s->top == 0;
}

/*@ assigns \nothing;
    ensures \result == 7; */
int use(void)
{
  stack s = { { 0 } };
  s.top = 0;
  push(&s, 7);
  push(&s, 8);
  int x = pop(&s);
  //@ assert x == 8;
  if (x != 8)
    return 0;
  return pop(&s);
}
