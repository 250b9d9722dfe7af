// A string that is cut into pieces is written.
#include <stdio.h>
#include <string.h>

void literal(void) {
  strtok("a b", " "); // FAILS
}

void buffer(void) {
  char b[10];
  setbuf(stdout, b); // FAILS
}
