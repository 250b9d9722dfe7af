// A folder and a name joined, cut off where there is no more room: the size is not that of the buffer.
#include <stdio.h>
#include <string.h>

/*@ requires \exists integer n; 0 <= n && \valid_read(folder + (0 .. n)) && folder[n] == 0; */
int open_log(const char *folder) {
  char path[8];
  snprintf(path, 256, "%s/%s", folder, "app.log"); // FAILS
  return strlen(path) > 3;
}
