/** Logic with truth values in boxes. */
class BoxedTruth {
    //@ ensures !b ==> !\result;
    static boolean both(Boolean a, boolean b) {
        return a & b;
    }

    //@ ensures b ==> \result;
    static boolean either(boolean b, Boolean a) {
        b |= a;
        return b;
    }

    static boolean same(/*@ nullable @*/ Boolean a, Boolean b) {
        return a != null && (a ^ b);
    }
}
