/* <wctype.h>: classes of wide characters and their conversion. */
#include_next <wctype.h>
#include <abide_library.h>
#ifndef ABIDE_WCTYPE_H
#define ABIDE_WCTYPE_H

#undef iswalnum
#undef iswalpha
#undef iswblank
#undef iswcntrl
#undef iswdigit
#undef iswgraph
#undef iswlower
#undef iswprint
#undef iswpunct
#undef iswspace
#undef iswupper
#undef iswxdigit
#undef towlower
#undef towupper

/*@ assigns \nothing;
  @*/
int iswalnum(wint_t c);

/*@ assigns \nothing;
  @*/
int iswalpha(wint_t c);

/*@ assigns \nothing;
  @*/
int iswblank(wint_t c);

/*@ assigns \nothing;
  @*/
int iswcntrl(wint_t c);

/*@ assigns \nothing;
  @ ensures \result != 0 <==> '0' <= c <= '9';
  @*/
int iswdigit(wint_t c);

/*@ assigns \nothing;
  @*/
int iswgraph(wint_t c);

/*@ assigns \nothing;
  @*/
int iswlower(wint_t c);

/*@ assigns \nothing;
  @*/
int iswprint(wint_t c);

/*@ assigns \nothing;
  @*/
int iswpunct(wint_t c);

/*@ assigns \nothing;
  @*/
int iswspace(wint_t c);

/*@ assigns \nothing;
  @*/
int iswupper(wint_t c);

/*@ assigns \nothing;
  @*/
int iswxdigit(wint_t c);

/*@ assigns \nothing;
  @*/
wint_t towlower(wint_t c);

/*@ assigns \nothing;
  @*/
wint_t towupper(wint_t c);

#endif
