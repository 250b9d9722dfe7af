/* What is not known may have any value; that it could be wrong refutes nothing. */
#include <ctype.h>
#include <unistd.h>

/*@ requires x >= 0;
    assigns \nothing;
    ensures \result >= 0; */
int same(int x) {
  return x;
}

void weak_contract(void) {
  int y = same(3);
  //@ assert y == 3;  // OPEN
}

void of_a_library(void) {
  int c = getpid();
  //@ assert c > 0;  // OPEN
}

void of_a_truth(void) {
  int c = isdigit('5');
  //@ assert c == 1;  // OPEN
}

void floating(void) {
  long double d = 0.5L;
  int equal = d + d == 1.0L;
  //@ assert equal != 0;  // OPEN
}
