/* `exits`: what holds where the program ends inside a function; sets of values; logic functions of one name. */
#include <stdlib.h>

int errors;

/*@ predicate small(int *p) = *p \in (0 .. 9);
    predicate small(integer n) = n \in (0 .. 9); */

/*@ requires \valid_read(p) && errors < 5;
    assigns errors;
    behavior fine: assumes small(p); exits \false; ensures small(\result); ensures errors == \old(errors);
    behavior wrong: assumes !small(p); exits \exit_status == 2 && errors == \old(errors) + 1; ensures \false;
    complete behaviors; disjoint behaviors; */
int checked(const int *p) {
  if (*p < 0 || *p > 9) {
    errors++;
    exit(2);
  }
  return *p;
}
