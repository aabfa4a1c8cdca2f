// Compiles ufbx so that its arithmetic is the same on every machine.

#include <float.h>
#include <math.h>

#if defined(__FAST_MATH__)
#error "ufbx must not be compiled with -ffast-math, because the results would depend on the compiler"
#endif
#if defined(_MSC_VER) && !defined(__clang__)
#pragma fp_contract(off)
#endif
// Doubles must not be computed with more precision, as on 32-bit x86 without SSE2.
typedef char computes_in_double[FLT_EVAL_METHOD == 0 ? 1 : -1];

// These functions are exact, so the C library's give the same results on every machine.
#define ufbx_sqrt sqrt
#define ufbx_fabs fabs
#define ufbx_copysign copysign
#define ufbx_nextafter nextafter
#define ufbx_rint rint
#define ufbx_floor floor
#define ufbx_ceil ceil
#define ufbx_isnan(x) ((x) != (x))

// In src/lib.rs.
double rigmill_ufbx_sin(double x);
double rigmill_ufbx_cos(double x);
double rigmill_ufbx_tan(double x);
double rigmill_ufbx_asin(double x);
double rigmill_ufbx_acos(double x);
double rigmill_ufbx_atan(double x);
double rigmill_ufbx_atan2(double y, double x);
double rigmill_ufbx_pow(double x, double y);
double rigmill_ufbx_fmin(double a, double b);
double rigmill_ufbx_fmax(double a, double b);
#define ufbx_sin rigmill_ufbx_sin
#define ufbx_cos rigmill_ufbx_cos
#define ufbx_tan rigmill_ufbx_tan
#define ufbx_asin rigmill_ufbx_asin
#define ufbx_acos rigmill_ufbx_acos
#define ufbx_atan rigmill_ufbx_atan
#define ufbx_atan2 rigmill_ufbx_atan2
#define ufbx_pow rigmill_ufbx_pow
#define ufbx_fmin rigmill_ufbx_fmin
#define ufbx_fmax rigmill_ufbx_fmax

// The functions are declared above.
#define UFBX_EXTERNAL_MATH
#define UFBX_NO_EXTERNAL_DEFINES
#include "ufbx.c"

// The crate calls this function, so that linkers take this file before the ufbx crate's own copy.
void rigmill_ufbx_linked(void) {}
