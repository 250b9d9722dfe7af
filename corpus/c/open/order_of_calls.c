// C does not say which call comes first, nor whether a variable is read before the call beside it changes it.
int m[3][3];
static int row;
static int count;

static int next(void)
{
  row = 2;
  return 0;
}

static int more(void)
{
  count = (count & 7) + 1;
  return count;
}

int called(void)
{
  return m[row][next()]; // OPEN
}

void difference(void)
{
  count = 0;
  int d = more() - more(); // OPEN
  //@ assert d == -1;
}

void sum(void)
{
  count = 0;
  int d = count + more(); // OPEN
  //@ assert d == 1;
}

static int current(void)
{
  return count;
}

void read_by_call(void)
{
  count = 0;
  int d = more() + current(); // OPEN
  //@ assert d == 2;
}

static int through(int (*f)(void))
{
  return (*f)();
}

void changed_through_pointer(void)
{
  count = 0;
  int d = count + through(more); // OPEN
}

void listed(void)
{
  count = 0;
  int a[2] = { more(), more() }; // OPEN
  //@ assert a[0] == 1;
}

struct pair {
  int x;
  int y;
};

static int first(struct pair p, int n)
{
  return p.x == n;
}

/*@ requires \valid(p) && p->x < 100; */
int read_as_a_whole(struct pair *p)
{
  return first(*p, p->x++); // OPEN
}

/*@ requires \valid(p) && \valid(q) && *q < 100;
    assigns *p, *q; */
void assigned_twice(int *p, int *q)
{
  *p = (*q)++; // OPEN
}
