// A negative odd number leaves the remainder -1 (twin of Bits).
class BitsOdd {
  //@ ensures \result <==> (x & 1) == 1;  // FAILS
  static boolean odd(int x) {
    return x % 2 == 1;
  }
}
