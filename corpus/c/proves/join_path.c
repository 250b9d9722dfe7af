// A folder and a name joined, cut off where there is no more room.
#include <stdio.h>
#include <string.h>

/*@ requires \exists integer n; 0 <= n && \valid_read(folder + (0 .. n)) && folder[n] == 0; */
int open_log(const char *folder) {
  char path[256];
  snprintf(path, sizeof path, "%s/%s", folder, "app.log");
  return strlen(path) > 3;
}
