// A command line: an option, and a number.
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
  int verbose = 0;
  int count = 1;
  for (int i = 1; i < argc; i++) {
    if (strcmp(argv[i], "-v") == 0)
      verbose = 1;
    else
      count = atoi(argv[i]);
  }
  if (verbose && count < 0)
    return 1;
  return 0;
}
