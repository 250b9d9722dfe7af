/* <errno.h>: the number of the last error. Every call of a function may change it. */
#include_next <errno.h>
#ifndef ABIDE_ERRNO_H
#define ABIDE_ERRNO_H
#undef errno
extern volatile int errno;
#endif
