// A string and the zero behind it fit into memory, so that their size does not wrap around.
#include <stdlib.h>
#include <string.h>

/*@ requires \valid_read(s) && (\exists integer k; 0 <= k && s[k] == 0 && \valid_read(s + (0 .. k))); */
char *copied(const char *s) {
    size_t n = strlen(s);
    char *r = malloc(n + 1);
    if (r == NULL) return NULL;
    for (size_t i = 0; i < n; i++) r[i] = s[i];
    r[n] = 0;
    return r;
}
