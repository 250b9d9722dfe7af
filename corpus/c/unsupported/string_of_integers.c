// Bytes of integers are not read as a string.
#include <string.h>

unsigned long letters(void)
{
  int a[2] = {0x41, 0};
  return strlen((char *)a);  // UNSUPPORTED
}
