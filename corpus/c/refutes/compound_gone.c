// A compound literal ends with its block.
int gone(void) {
  int *p;
  { p = (int[]){ 1, 2 }; }
  return *p; // FAILS
}
