// The element above the top is handed out (twin of stack.c).
typedef struct {
  int items[4];
  int top;
} stack;

/*@ requires \valid(s) && 0 < s->top <= 4;
    assigns s->top; */
int pop(stack *s)
{
  return s->items[s->top--];  // FAILS
}
