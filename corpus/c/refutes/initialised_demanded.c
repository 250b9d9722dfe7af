// The callee demands a value that the caller has not given (twin of initialised_heap.c).
/*@ requires \valid_read(p) && \initialized(p);
    assigns \nothing; */
int get(const int *p)
{
  return *p;
}

int use(void)
{
  int x;
  return get(&x);  // FAILS
}
