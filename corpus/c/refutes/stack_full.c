// A third element for a stack of two (twin of stack.c).
typedef struct {
  int items[2];
  int top;
} stack;

/*@ requires \valid(s) && 0 <= s->top < 2;
    assigns s->items[s->top], s->top;
    ensures s->top == \old(s->top) + 1; */
void push(stack *s, int x)
{
  s->items[s->top++] = x;
}

void use(void)
{
  stack s;
  s.top = 0;
  push(&s, 1);
  push(&s, 2);
  push(&s, 3);  // FAILS
}
