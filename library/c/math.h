/* <math.h>: floating-point functions. Their values are not followed. */
#include_next <math.h>
#include <abide_library.h>
#ifndef ABIDE_MATH_H
#define ABIDE_MATH_H

/* lgamma: writes `signgam` */
#undef acos
#undef asin
#undef atan
#undef cos
#undef sin
#undef tan
#undef acosh
#undef asinh
#undef atanh
#undef cosh
#undef sinh
#undef tanh
#undef exp
#undef exp2
#undef expm1
#undef log
#undef log10
#undef log1p
#undef log2
#undef logb
#undef cbrt
#undef fabs
#undef sqrt
#undef erf
#undef erfc
#undef tgamma
#undef ceil
#undef floor
#undef nearbyint
#undef rint
#undef round
#undef trunc
#undef atan2
#undef hypot
#undef pow
#undef fmod
#undef remainder
#undef copysign
#undef nextafter
#undef fdim
#undef fmax
#undef fmin
#undef fma
#undef ldexp
#undef scalbn
#undef scalbln
#undef nexttoward
#undef nan
#undef ilogb
#undef lrint
#undef llrint
#undef lround
#undef llround
#undef frexp
#undef modf
#undef remquo
#undef acosf
#undef asinf
#undef atanf
#undef cosf
#undef sinf
#undef tanf
#undef acoshf
#undef asinhf
#undef atanhf
#undef coshf
#undef sinhf
#undef tanhf
#undef expf
#undef exp2f
#undef expm1f
#undef logf
#undef log10f
#undef log1pf
#undef log2f
#undef logbf
#undef cbrtf
#undef fabsf
#undef sqrtf
#undef erff
#undef erfcf
#undef tgammaf
#undef ceilf
#undef floorf
#undef nearbyintf
#undef rintf
#undef roundf
#undef truncf
#undef atan2f
#undef hypotf
#undef powf
#undef fmodf
#undef remainderf
#undef copysignf
#undef nextafterf
#undef fdimf
#undef fmaxf
#undef fminf
#undef fmaf
#undef ldexpf
#undef scalbnf
#undef scalblnf
#undef nexttowardf
#undef nanf
#undef ilogbf
#undef lrintf
#undef llrintf
#undef lroundf
#undef llroundf
#undef frexpf
#undef modff
#undef remquof
#undef acosl
#undef asinl
#undef atanl
#undef cosl
#undef sinl
#undef tanl
#undef acoshl
#undef asinhl
#undef atanhl
#undef coshl
#undef sinhl
#undef tanhl
#undef expl
#undef exp2l
#undef expm1l
#undef logl
#undef log10l
#undef log1pl
#undef log2l
#undef logbl
#undef cbrtl
#undef fabsl
#undef sqrtl
#undef erfl
#undef erfcl
#undef tgammal
#undef ceill
#undef floorl
#undef nearbyintl
#undef rintl
#undef roundl
#undef truncl
#undef atan2l
#undef hypotl
#undef powl
#undef fmodl
#undef remainderl
#undef copysignl
#undef nextafterl
#undef fdiml
#undef fmaxl
#undef fminl
#undef fmal
#undef ldexpl
#undef scalbnl
#undef scalblnl
#undef nexttowardl
#undef nanl
#undef ilogbl
#undef lrintl
#undef llrintl
#undef lroundl
#undef llroundl
#undef frexpl
#undef modfl
#undef remquol

//@ assigns \nothing;
double acos(double x);

//@ assigns \nothing;
double asin(double x);

//@ assigns \nothing;
double atan(double x);

//@ assigns \nothing;
double cos(double x);

//@ assigns \nothing;
double sin(double x);

//@ assigns \nothing;
double tan(double x);

//@ assigns \nothing;
double acosh(double x);

//@ assigns \nothing;
double asinh(double x);

//@ assigns \nothing;
double atanh(double x);

//@ assigns \nothing;
double cosh(double x);

//@ assigns \nothing;
double sinh(double x);

//@ assigns \nothing;
double tanh(double x);

//@ assigns \nothing;
double exp(double x);

//@ assigns \nothing;
double exp2(double x);

//@ assigns \nothing;
double expm1(double x);

//@ assigns \nothing;
double log(double x);

//@ assigns \nothing;
double log10(double x);

//@ assigns \nothing;
double log1p(double x);

//@ assigns \nothing;
double log2(double x);

//@ assigns \nothing;
double logb(double x);

//@ assigns \nothing;
double cbrt(double x);

//@ assigns \nothing;
double fabs(double x);

//@ assigns \nothing;
double sqrt(double x);

//@ assigns \nothing;
double erf(double x);

//@ assigns \nothing;
double erfc(double x);

//@ assigns \nothing;
double tgamma(double x);

//@ assigns \nothing;
double ceil(double x);

//@ assigns \nothing;
double floor(double x);

//@ assigns \nothing;
double nearbyint(double x);

//@ assigns \nothing;
double rint(double x);

//@ assigns \nothing;
double round(double x);

//@ assigns \nothing;
double trunc(double x);

//@ assigns \nothing;
double atan2(double x, double y);

//@ assigns \nothing;
double hypot(double x, double y);

//@ assigns \nothing;
double pow(double x, double y);

//@ assigns \nothing;
double fmod(double x, double y);

//@ assigns \nothing;
double remainder(double x, double y);

//@ assigns \nothing;
double copysign(double x, double y);

//@ assigns \nothing;
double nextafter(double x, double y);

//@ assigns \nothing;
double fdim(double x, double y);

//@ assigns \nothing;
double fmax(double x, double y);

//@ assigns \nothing;
double fmin(double x, double y);

//@ assigns \nothing;
double fma(double x, double y, double z);

//@ assigns \nothing;
double ldexp(double x, int exponent);

//@ assigns \nothing;
double scalbn(double x, int exponent);

//@ assigns \nothing;
double scalbln(double x, long exponent);

//@ assigns \nothing;
double nexttoward(double x, long double y);

/*@ requires __is_string(s);
  @ assigns \nothing;
  @*/
double nan(const char *s);

//@ assigns \nothing;
int ilogb(double x);

//@ assigns \nothing;
long lrint(double x);

//@ assigns \nothing;
long long llrint(double x);

//@ assigns \nothing;
long lround(double x);

//@ assigns \nothing;
long long llround(double x);

/*@ requires \valid(exponent);
  @ assigns *exponent;
  @ ensures \initialized(exponent);
  @*/
double frexp(double x, int *exponent);

/*@ requires \valid(whole);
  @ assigns *whole;
  @*/
double modf(double x, double *whole);

/*@ requires \valid(quotient);
  @ assigns *quotient;
  @ ensures \initialized(quotient);
  @*/
double remquo(double x, double y, int *quotient);

//@ assigns \nothing;
float acosf(float x);

//@ assigns \nothing;
float asinf(float x);

//@ assigns \nothing;
float atanf(float x);

//@ assigns \nothing;
float cosf(float x);

//@ assigns \nothing;
float sinf(float x);

//@ assigns \nothing;
float tanf(float x);

//@ assigns \nothing;
float acoshf(float x);

//@ assigns \nothing;
float asinhf(float x);

//@ assigns \nothing;
float atanhf(float x);

//@ assigns \nothing;
float coshf(float x);

//@ assigns \nothing;
float sinhf(float x);

//@ assigns \nothing;
float tanhf(float x);

//@ assigns \nothing;
float expf(float x);

//@ assigns \nothing;
float exp2f(float x);

//@ assigns \nothing;
float expm1f(float x);

//@ assigns \nothing;
float logf(float x);

//@ assigns \nothing;
float log10f(float x);

//@ assigns \nothing;
float log1pf(float x);

//@ assigns \nothing;
float log2f(float x);

//@ assigns \nothing;
float logbf(float x);

//@ assigns \nothing;
float cbrtf(float x);

//@ assigns \nothing;
float fabsf(float x);

//@ assigns \nothing;
float sqrtf(float x);

//@ assigns \nothing;
float erff(float x);

//@ assigns \nothing;
float erfcf(float x);

//@ assigns \nothing;
float tgammaf(float x);

//@ assigns \nothing;
float ceilf(float x);

//@ assigns \nothing;
float floorf(float x);

//@ assigns \nothing;
float nearbyintf(float x);

//@ assigns \nothing;
float rintf(float x);

//@ assigns \nothing;
float roundf(float x);

//@ assigns \nothing;
float truncf(float x);

//@ assigns \nothing;
float atan2f(float x, float y);

//@ assigns \nothing;
float hypotf(float x, float y);

//@ assigns \nothing;
float powf(float x, float y);

//@ assigns \nothing;
float fmodf(float x, float y);

//@ assigns \nothing;
float remainderf(float x, float y);

//@ assigns \nothing;
float copysignf(float x, float y);

//@ assigns \nothing;
float nextafterf(float x, float y);

//@ assigns \nothing;
float fdimf(float x, float y);

//@ assigns \nothing;
float fmaxf(float x, float y);

//@ assigns \nothing;
float fminf(float x, float y);

//@ assigns \nothing;
float fmaf(float x, float y, float z);

//@ assigns \nothing;
float ldexpf(float x, int exponent);

//@ assigns \nothing;
float scalbnf(float x, int exponent);

//@ assigns \nothing;
float scalblnf(float x, long exponent);

//@ assigns \nothing;
float nexttowardf(float x, long double y);

/*@ requires __is_string(s);
  @ assigns \nothing;
  @*/
float nanf(const char *s);

//@ assigns \nothing;
int ilogbf(float x);

//@ assigns \nothing;
long lrintf(float x);

//@ assigns \nothing;
long long llrintf(float x);

//@ assigns \nothing;
long lroundf(float x);

//@ assigns \nothing;
long long llroundf(float x);

/*@ requires \valid(exponent);
  @ assigns *exponent;
  @ ensures \initialized(exponent);
  @*/
float frexpf(float x, int *exponent);

/*@ requires \valid(whole);
  @ assigns *whole;
  @*/
float modff(float x, float *whole);

/*@ requires \valid(quotient);
  @ assigns *quotient;
  @ ensures \initialized(quotient);
  @*/
float remquof(float x, float y, int *quotient);

//@ assigns \nothing;
long double acosl(long double x);

//@ assigns \nothing;
long double asinl(long double x);

//@ assigns \nothing;
long double atanl(long double x);

//@ assigns \nothing;
long double cosl(long double x);

//@ assigns \nothing;
long double sinl(long double x);

//@ assigns \nothing;
long double tanl(long double x);

//@ assigns \nothing;
long double acoshl(long double x);

//@ assigns \nothing;
long double asinhl(long double x);

//@ assigns \nothing;
long double atanhl(long double x);

//@ assigns \nothing;
long double coshl(long double x);

//@ assigns \nothing;
long double sinhl(long double x);

//@ assigns \nothing;
long double tanhl(long double x);

//@ assigns \nothing;
long double expl(long double x);

//@ assigns \nothing;
long double exp2l(long double x);

//@ assigns \nothing;
long double expm1l(long double x);

//@ assigns \nothing;
long double logl(long double x);

//@ assigns \nothing;
long double log10l(long double x);

//@ assigns \nothing;
long double log1pl(long double x);

//@ assigns \nothing;
long double log2l(long double x);

//@ assigns \nothing;
long double logbl(long double x);

//@ assigns \nothing;
long double cbrtl(long double x);

//@ assigns \nothing;
long double fabsl(long double x);

//@ assigns \nothing;
long double sqrtl(long double x);

//@ assigns \nothing;
long double erfl(long double x);

//@ assigns \nothing;
long double erfcl(long double x);

//@ assigns \nothing;
long double tgammal(long double x);

//@ assigns \nothing;
long double ceill(long double x);

//@ assigns \nothing;
long double floorl(long double x);

//@ assigns \nothing;
long double nearbyintl(long double x);

//@ assigns \nothing;
long double rintl(long double x);

//@ assigns \nothing;
long double roundl(long double x);

//@ assigns \nothing;
long double truncl(long double x);

//@ assigns \nothing;
long double atan2l(long double x, long double y);

//@ assigns \nothing;
long double hypotl(long double x, long double y);

//@ assigns \nothing;
long double powl(long double x, long double y);

//@ assigns \nothing;
long double fmodl(long double x, long double y);

//@ assigns \nothing;
long double remainderl(long double x, long double y);

//@ assigns \nothing;
long double copysignl(long double x, long double y);

//@ assigns \nothing;
long double nextafterl(long double x, long double y);

//@ assigns \nothing;
long double fdiml(long double x, long double y);

//@ assigns \nothing;
long double fmaxl(long double x, long double y);

//@ assigns \nothing;
long double fminl(long double x, long double y);

//@ assigns \nothing;
long double fmal(long double x, long double y, long double z);

//@ assigns \nothing;
long double ldexpl(long double x, int exponent);

//@ assigns \nothing;
long double scalbnl(long double x, int exponent);

//@ assigns \nothing;
long double scalblnl(long double x, long exponent);

//@ assigns \nothing;
long double nexttowardl(long double x, long double y);

/*@ requires __is_string(s);
  @ assigns \nothing;
  @*/
long double nanl(const char *s);

//@ assigns \nothing;
int ilogbl(long double x);

//@ assigns \nothing;
long lrintl(long double x);

//@ assigns \nothing;
long long llrintl(long double x);

//@ assigns \nothing;
long lroundl(long double x);

//@ assigns \nothing;
long long llroundl(long double x);

/*@ requires \valid(exponent);
  @ assigns *exponent;
  @ ensures \initialized(exponent);
  @*/
long double frexpl(long double x, int *exponent);

/*@ requires \valid(whole);
  @ assigns *whole;
  @*/
long double modfl(long double x, long double *whole);

/*@ requires \valid(quotient);
  @ assigns *quotient;
  @ ensures \initialized(quotient);
  @*/
long double remquol(long double x, long double y, int *quotient);

#endif
