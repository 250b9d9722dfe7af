// Memory that is volatile, as a member or behind a pointer.
typedef volatile unsigned reg;

struct port {
  reg status;
  volatile int data[2];
};

volatile int *device;
int *volatile here;

/*@ requires \valid(p); */
int status(struct port *p)
{
  unsigned a = p->status; // UNSUPPORTED
  unsigned b = p->status;
  return a == b;
}

int data(struct port *p)
{
  return p->data[1]; // UNSUPPORTED
}

int read(void)
{
  int a = *device; // UNSUPPORTED
  return a == *device;
}

/*@ ensures here == \old(here); */ // UNSUPPORTED
void same(void)
{
}
