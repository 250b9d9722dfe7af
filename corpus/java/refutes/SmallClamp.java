// The ends of the range may be the wrong way round (twin of Small).
class SmallClamp {
  //@ ensures lo <= \result && \result <= hi;  // FAILS
  static long clamp(long x, long lo, long hi) {
    if (x < lo) x = lo;
    else if (x > hi) x = hi;
    return x;
  }
}
