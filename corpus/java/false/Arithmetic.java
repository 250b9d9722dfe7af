/** Integers wrap around, round to zero and are narrowed. */
class Arithmetic {
    static void narrowIncrement(byte b) {
        b += 1;
        assert b > -128;  // FAILS
    }

    static void absolute(int x) {
        assert Math.abs(x) >= 0;  // FAILS
    }

    static void negation(int x) {
        assert -x != x || x == 0;  // FAILS
    }

    static void intoInt(long x) {
        assert (int) x == x;  // FAILS
    }

    static void unsignedShift(int x) {
        assert x >>> 0 >= 0;  // FAILS
    }

    static void square(int x) {
        assert x * x >= 0;  // FAILS
    }

    static void difference(int x, int y) {
        if (x < y) assert y - x > 0;  // FAILS
    }

    static void halves(int x) {
        assert x / 2 == x >> 1;  // FAILS
    }

    static void maskIsNoRemainder(int x) {
        assert (x & 7) == x % 8;  // FAILS
    }

    static void negativeRemainder(int x) {
        assert x % 2 == 1 || x % 2 == 0;  // FAILS
    }

    static void multipliedAsInt(int x) {
        long y = x * 2;
        assert y == 2L * x;  // FAILS
    }

    static void shiftedAsInt() {
        long x = 1 << 32;
        assert x == 4294967296L;  // FAILS
    }

    static void hexadecimal() {
        int x = 0xFFFFFFFF;
        assert x > 0;  // FAILS
    }

    static void char0(char c) {
        c -= 1;
        assert c < 65535;  // FAILS
    }
}
