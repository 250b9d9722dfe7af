/** Which method is called. */
class Overloads {
    static int f(long x) {
        return 1;
    }

    static int f(Integer x) {
        return 2;
    }

    static void widenedBeforeBoxed(int i) {
        int r = f(i);
        assert r != 1;  // FAILS
    }

    static int g(float x) {
        return 1;
    }

    static int g(double x) {
        return 2;
    }

    static void floats(float d) {
        int r = g(d);
        assert r == 2;  // FAILS
    }

    static void floatArrays() {
        Object o = new float[1];
        assert o instanceof double[];  // FAILS
    }

    static int m(char c) {
        return 1;
    }

    static int m(int c) {
        return 2;
    }

    static void promoted() {
        int r = m('a' + 1);
        assert r != 2;  // FAILS
    }

    static void narrowConditional(boolean p) {
        int r = m(p ? 'a' : 0);
        assert r != 1;  // FAILS
    }

    int virtual() {
        return 1;
    }

    static int fixed() {
        return 1;
    }

    static void dynamic(Overloads o) {
        int r = o.virtual();
        assert r == 1;  // FAILS
    }

    static void notDynamic() {
        Overloads o = new Overloaded();
        int r = o.fixed();
        assert r == 2;  // FAILS
    }
}

class Overloaded extends Overloads {
    int virtual() {
        return 2;
    }

    static int fixed() {
        return 2;
    }
}
