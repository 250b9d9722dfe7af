// Letters become capitals.
#include <ctype.h>

/*@ requires 0 <= n && \valid(s + (0 .. n - 1));
    assigns s[0 .. n - 1]; */
void upper(char *s, int n)
{
  for (int i = 0; i < n; i++)
    s[i] = (char)toupper((unsigned char)s[i]);
}

/*@ ensures \result == 1; */
int example(void)
{
  return toupper('x') == 'X' && isdigit('7') && !isalpha('7');
}
