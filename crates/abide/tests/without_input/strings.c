// A program without input is run, and knows what functions of the library return: as much as their contracts say.
#include <assert.h>
#include <stddef.h>
#include <string.h>

static int vowels(const char *text)
{
  int n = 0;
  for (size_t i = 0; i < strlen(text); i++)
    if (strchr("aeiou", text[i]) != NULL)
      n++;
  return n;
}

static int is_palindrome(const char *text, size_t length)
{
  return length < 2 || text[0] == text[length - 1] && is_palindrome(text + 1, length - 2);
}

int main(void)
{
  char name[16] = "ada";
  assert(strlen(name) == 3);
  assert(is_palindrome(name, strlen(name)));
  strcat(name, " byron");
  assert(strcmp(name, "ada byron") == 0);
  assert(strcmp(name, "ada") > 0);
  assert(strcmp("ada", name) != 0);
  assert(strncmp(name, "ada", 3) == 0);
  assert(!is_palindrome(name, strlen(name)));
  assert(vowels(name) == 3);

  const char *second = strrchr(name, 'a');
  assert(second != NULL && second - name == 2);
  assert(strstr(name, "byr") == name + 4);
  assert(strstr(name, "lord") == NULL);

  char copy[16];
  strcpy(copy, name + 4);
  assert(strcmp(copy, "byron") == 0);
  return 0;
}
