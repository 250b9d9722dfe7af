/* The same with other values: each of them is known. */
struct node { int value; struct node *next; };

static struct node last = { 7, 0 };
static struct node first = { 1, &last };
struct node *list = &first;

int hidden = 3;
int *pointer = &hidden;
int **handle = &pointer;

static int count(void) {
  static int calls = 4;
  static int *known = &calls;
  *known += 1;
  return calls;
}

int main(void) {
  //@ assert list->next->value == 8;  // FAILS
  **handle += 1;
  //@ assert *pointer == 4;
  int a = count();
  int b = count();
  //@ assert a == 5 && b == 6;
  return 0;
}
