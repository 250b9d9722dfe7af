// A text copied into a buffer that is given.
#include <string.h>

/*@ requires \valid(to + (0 .. 31));
    assigns to[0 .. 31]; */
void greeting(char *to)
{
  strcpy(to, "Good morning");
}
