/* Global invariants: assumed where functions start, kept where they end and where they call. */
#define SIZE 8

static int items[SIZE];
static int top;
static int pushed, popped;

/*@ global invariant inside: 0 <= top <= SIZE;
    global invariant counted: 0 <= popped && popped <= pushed;
*/

/*@ requires pushed < 1000;
    assigns items[..], top, pushed;
*/
void push(int x) {
  if (top == SIZE) return;
  items[top++] = x;
  pushed++;
}

/*@ requires pushed < 1000;
    assigns top, popped;
*/
int pop(void) {
  if (top == 0 || popped == pushed) return 0;
  popped++;
  return items[--top];
}

/* the invariant is broken for a while, but nobody is called then */
/*@ requires pushed < 900; */
int swap_top(int x) {
  if (top == 0) return 0;
  top = -top;
  top = -top;
  int old = items[top - 1];
  push(x);
  //@ assert 0 <= top <= SIZE;
  return old;
}

/* a function that only computes is no boundary */
static int twice(int n) { return n < 100 && n > -100 ? 2 * n : 0; }

int size(void) {
  int save = top;
  top = -1;
  int two = twice(3);
  top = save;
  return top < two ? top : two;
}

int sum(void) {
  int s = 0;
  for (int i = 0; i < top; i++) {
    s = items[i] > 0 && s < 1000000 - items[i] ? s + items[i] : s;
  }
  return s;
}
