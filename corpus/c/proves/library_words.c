// Lengths of what is at the beginning of a text.
#include <string.h>

/*@ ensures \result <= 11; */
unsigned long first_word(void)
{
  const char *text = "hello world";
  return strcspn(text, " ");
}
