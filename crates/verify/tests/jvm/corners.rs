//! Bodies of methods on which runs once differed, or might.

use crate::state::Ty::{self, *};

/// Results and bodies; the parameters are those that all methods have.
pub const CORNERS: [(Option<Ty>, &str); 32] = [
    // a return that a jump out of `finally` takes back
    (
        Some(Int),
        "try { return i; } finally { L: { try { return j; } finally { break L; } } }",
    ),
    (
        Some(Int),
        "for (int k = 0; k < 3; k++) { try { if (k < 2) return k; } finally { if (k < 2) continue; si = k; } }
         return -1;",
    ),
    (
        Some(Int),
        "try { return si++; } finally { try { si += x[0]; } catch (RuntimeException e) { si--; return 7; } }",
    ),
    (
        Some(Int),
        "try { try { return i / j; } finally { sl++; i = 3; } } catch (ArithmeticException e) { return i; }",
    ),
    (
        Some(Int),
        "int v = switch (i & 1) {
             case 0 -> { try { yield i; } finally { i = 7; } }
             default -> { try { yield j / i; } finally { i = 5; } }
         };
         return v + i;",
    ),
    // what is yielded is seen where it is yielded
    (
        Some(Bool),
        "return switch (i & 1) {
             case 0 -> { boolean si = j > 0; yield z || si; }
             default -> { for (boolean so : zs) { if (so) { var w = !so; yield w; } } boolean u = true; yield u; }
         };",
    ),
    // the array of a loop is the one at its beginning
    (
        Some(Int),
        "int n = 0; for (int v : sa) { n += v; if (n > 2) CLASS.sa = new int[] {n}; } return n;",
    ),
    (
        Some(Int),
        "int n = 0; for (int v : o.a) { n += v; o.a = x; o = p; } return n;",
    ),
    (
        Some(Int),
        "int n = 0; for (int v : x) { n += v; x[1] = 50; x = y; } return n;",
    ),
    // operands are kept while later ones change what they read
    (
        Some(Int),
        "return i + switch (j & 3) { case 1 -> i = 5; case 2 -> { i++; yield 2; } default -> i *= 3; } + i;",
    ),
    (Some(Int), "return i + (i = 3) * (i += i++) - i--;"),
    (Some(Int), "x[i & 1] += x[(i++) & 1]++ + (x = y)[0]; return i;"),
    (Some(Int), "return x[0] + (x[0] = 5) + x[0]++ + ++x[0];"),
    (
        Some(Int),
        "int[] w = {1, 2}; int k = 0; w[k++] = w[k] + k++; return w[0] * 10 + k;",
    ),
    (Some(Node), "o.next.next.link(p); return o.next.self();"),
    (
        Some(Long),
        "return l << i ^ l >>> j ^ (l >> b) + (i >>> l) - (-i << -j);",
    ),
    (Some(Byte), "b += 200; b >>>= 1; b *= b; b -= l; return b--;"),
    (Some(Char), "c += z ? 'x' : -1; c >>= 2; c--; return c++;"),
    // the null pointer and the bounds are looked at last
    (None, "x = null; x[si++] = y[sl > 0 ? 99 : 0] = si += 2;"),
    (None, "o = null; o.f = si++; "),
    (None, "o = null; o.f += si++; "),
    (
        Some(Bool),
        "return z ? x != null && x.length > 0 && (x[0] /= i) > 0 : (zs[0] ^= zs[1] | (z = true));",
    ),
    // stores that an array does not take
    (
        Some(Int),
        "Object[] q = g; q[0] = x; q[1] = g[0]; q[2] = null; return 1;",
    ),
    (Some(Int), "Object[] q = g; q[0] = z ? x : o; return 1;"),
    (
        Some(Int),
        "Object[] q = new Node[] {p, null}; q[1] = o; q[0] = q[1]; return ((Node) q[0]).f;",
    ),
    (
        Some(Int),
        "Object[] q = new Object[2]; q[1] = o; q[0] = x; return ((Node) q[i & 1]).f;",
    ),
    (
        Some(Int),
        "Object q = z ? x : o; if (q instanceof int[] w && w.length > 0) return w[0]; return ((Node) q).f;",
    ),
    (
        Some(Bool),
        "Object[] q = new Exception[1]; q[0] = z ? new RuntimeException() : new Exception(); q[0] = z ? o : q[0]; return true;",
    ),
    (Some(Long), "return W + V + M + KB + KL;"),
    // how operators bind
    (
        Some(Int),
        "return -i++ + (i) - j-- + (byte) b++ - ~(short) - -i-- * (i) + -j++;",
    ),
    // labels on what is no loop
    (
        Some(Int),
        "A: B: if (z) { for (;;) { try { if (i++ > 0) break A; break B; } finally { i += 10; } } } else i = -i; return i;",
    ),
    (
        Some(Int),
        "L: try { if (z) break L; i = 1 / i; } catch (Exception e) { break L; } finally { i++; } return i;",
    ),
];
