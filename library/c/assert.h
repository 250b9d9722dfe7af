/* <assert.h>: an assertion stays a call, and is proved. */
#undef assert
#ifdef NDEBUG
#define assert(e) ((void)0)
#else
void assert(int);
#endif
#undef static_assert
#define static_assert _Static_assert
