// Two variables of one name: which of them an initial value means is not looked for.
int twice = 1;

int main(void) {
  static int twice = 4;
  static int *pointer = &twice;  // UNSUPPORTED
  *pointer += 1;
  //@ assert twice == 5;
  return 0;
}
