/** Logic with truth values in boxes. */
class BoxedTruth {
    //@ ensures b ==> \result;  // FAILS
    static boolean both(Boolean a, boolean b) {
        return a & b;
    }

    static boolean either(boolean b, /*@ nullable @*/ Boolean a) {
        b |= a;  // FAILS
        return b;
    }

    static void same(Boolean a, Boolean b) {
        assert a ^ b;  // FAILS
    }
}
