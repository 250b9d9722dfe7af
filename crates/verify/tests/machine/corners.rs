//! Functions of our own choice: where reading C wrongly is easy.

/// What the bodies call.
pub const HELPERS: &str = "\
static const int table[] = { 3, 1, 4, 1, 5 };
static const int fixed[3] = { 7, 8 };
static int step(int *p) { return (*p)++; }
static int even(unsigned int n);
static int odd(unsigned int n) { if (n == 0) return 0; return (n & 1u) != 0; }
static int even(unsigned int n) { return !odd(n); }
static long sum3(struct point p) { return (long)p.x + p.y + p.xy; }
static int first(int (*unused)(int), int a) { return a; }
";

/// The constants among them, and a static one in a function.
pub const CONSTANTS: [(&str, &[i64]); 3] = [
    ("table", &[3, 1, 4, 1, 5]),
    ("fixed", &[7, 8, 0]),
    ("f81::t", &[1, 2, 250, 4]),
];

/// Bodies of functions.
pub const BODIES: &[&str] = &[
    // members whose names begin alike
    "struct point p = { 1, 2, { 3 }, 4 }; return sum3(p) * 100 + sum3(gp);",
    // bit-fields are promoted to int
    "gx.w = 1; return gx.w - 5 < 0;",
    "gx.w = u; gx.v = i; return gx.w * 100 + gx.v;",
    "int w = gx.w += 6; return w + (gx.v << 1);",
    // enumerations without negative constants are unsigned
    "ge = RED; return ge - 1 < 0;",
    "gn = ZERO; return gn - 1 < 0;",
    // the constants of cases are converted
    "switch (u) { case -1: return 1; case 5: return 2; } return 3;",
    "switch (c) { case 0xff: return 1; case -1: return 2; } return 3;",
    "switch (m) { case -1: return 1; case 7: return 2; default: return 3; }",
    // promotions and conversions
    "return c < u;",
    "return (d - h) / 2;",
    "return -1 < 1u;",
    "return (short)u + (signed char)i;",
    "return d << 24 >> 24;",
    "return h * h;",
    "return (unsigned char)~d;",
    "return ~d;",
    "return -u;",
    "return (l < m) + (i < m) * 2 + (s < h) * 4;",
    "return 1 ? -1 : 0u;",
    "return (z ? c : u) > 0;",
    "return 2147483648 - 1 == 2147483647;",
    "return -2147483648 < 0;",
    "return sizeof(c) - 2 > 0;",
    "return i % -7 + l / -3;",
    "return i >> 1;",
    "z += i; return z;",
    "z--; return z;",
    "z = 2; z ^= 3; return z;",
    "c += 200; return c;",
    "d -= 201; return d;",
    "s *= s; return s;",
    "gk = 255; return gk;",
    "u -= 7; return u > 100;",
    "return u << 31 | u >> 1;",
    "return 1 << 31;",
    "return 1 << i;",
    "return i << 1;",
    "return (int)m >> 3;",
    "return l << (i & 63);",
    "return '\\xff' + '\\377';",
    "return (char)200 + (unsigned char)200;",
    "return i / (c & 1);",
    // short-circuit and sequence
    "return (i != 0 && 10 / i > 2) || (c == 0 || 5 % c == 1);",
    "int n = 3; return (n++, n) * 10;",
    "int n = 0; int k = step(&n) * 0 + 1; return n * 10 + k;",
    "return i ?: 5;",
    "return ({ int n = 4; n * 2; });",
    // arrays, pointers, structures
    "int a[3] = { 1, 2, 3 }; int *p = a + 1; *p++ = 7; *p = 8; return a[1] * 10 + a[2] + (p - a);",
    "int a[3] = { 1, 2, 3 }; int *p = &a[2]; int *q = a; return (p > q) + (p - q) * 10 + (q == a) * 100;",
    "int a[2][3] = { { 1, 2 }, { 4 } }; a[1][2] = 9; return a[0][0] + a[0][2] * 10 + a[1][2] * 100;",
    "int a[] = { [3] = 5, 6, [1] = 7 }; return a[4] * 100 + a[1] * 10 + a[0];",
    "struct box b = { { 1, 2, { 3, 4, 5 }, 6 }, 7 }; struct box e = b; b.a.t[1] = 9; return e.a.t[1] * 100 + b.a.t[1] + e.b.x;",
    "struct box b = gx; b.b = gp; gr[0] = b.b; gr[1] = gr[0]; return gr[1].x;",
    "struct point *p = &gr[0]; p->x = 3; (p + 1)->y = 4; p[1].t[2] = 5; return p->x + gr[1].t[2];",
    "struct point a = { 1 }, b = { 2 }; struct point *p = i > 0 ? &a : &b; p->x = 5; return a.x * 10 + b.x;",
    "struct point p = (struct point){ .y = 3 }; return p.y + p.x;",
    "char a[4] = \"ab\"; return a[0] + a[1] * 2 + a[2] + a[3];",
    "const char *p = \"hello\"; return p[1] + p[5];",
    "unsigned char a[2] = { 200, 100 }; signed char *p = (signed char *)a; p[1] = -1; return p[0] + a[1];",
    "return table[i & 3] + fixed[2] + fixed[1];",
    "g2[1][2] = 5; short *p = g2[1]; return p[2];",
    "return ga[i];",
    "return gr[i].t[c];",
    "int n = 0; for (int k = 0; k < 4; k++) { int n = k; if (n == 2) continue; gi = n; } return n + gi;",
    "int n = 0; do { n++; if (n == 3) continue; if (n > 5) break; } while (n < 10); return n;",
    "int n = 0; while (1) { switch (n++) { case 0: continue; case 1: break; default: goto out; } gi ^= n; } out: return n;",
    "int n = 0; again: { int k = n * 2; n += k + 1; if (n < 20) goto again; } return n;",
    "for (int k = 0, j = 5; k < j; k++, j--) gl ^= k * j; return gl;",
    "int r = 0; switch (i & 3) { case 0: r += 1; case 1: r += 10; break; default: r += 100; case 3: r += 1000; } return r;",
    "switch (i & 3) case 1: return 5; return 6;",
    "int x = 5; switch (i & 1) { case 0: { int x = 1; gi = x; } return x; case 1: { int x = 2; gi = x; } } return x * 10;",
    "int x = 5; int *p = &x; if (i & 1) goto out; x = 6; out: return *p;",
    "int x = 5; int *p = &x; switch (i & 1) { case 0: goto in; default: { int y = 7; p = &y; if (z) goto in; } in: return x; } return x + 1;",
    "return even(u) * 2 + odd(u);",
    "long r = 0; for (unsigned char k = 250; k > 5; k++) r += k; return r;",
    "unsigned short a = 65535, b = 65535; return a * b;",
    "unsigned short a = 60000, b = 30000; return a * b;",
    "return (_Bool)(i & 2) + (_Bool)256 + !!(char)256;",
    "enum sign e = i > 0 ? PLUS : MINUS; return e * 5 + (e < 0);",
    "int x = 1; { int x = 2; { int x = 3; gi = x; } gi += x; } return gi * 10 + x;",
    "static const unsigned char t[4] = { 1, 2, 250, 4 }; return t[i & 3] + t[2];",
    "return *&i + (&ga[2])[-1];",
    "int *p = 0; return p == 0 && !p;",
    "int a[3] = { 0 }; int *p = a; for (; p != a + 3; ++p) *p = (int)(p - a) * 3; return a[2];",
    "return sizeof(struct box) * 0 + sizeof(struct point) + sizeof(long) + sizeof gp.t + sizeof(\"abc\");",
    "u = -1; u++; return u;",
    "m = i; return m == (unsigned long)i && (m >> 63) == (i < 0);",
    "return (unsigned)-1 == -1 && (unsigned char)-1 != -1;",
    "return c == d ? c : d ? 1 : 2;",
    "long r = l; r = r ^ (r << 1 >> 1); return r;",
    "return 5 - 3 - 1 + 2 * 3 % 4 + (7 & 3 == 3);",
];
