/** Values whose types are as the source says, and values of a switch that are not brought to one type. */
class Special {
    static int kind(Object o) {
        return 1;
    }

    static int kind(String s) {
        return 2;
    }

    static void written(Object o, String s) {
        Object p = s;
        int q = kind(o) + kind(p) + kind((Object) s) + kind(s);
        assert q == 5;
    }

    static void notTakenOut(int x, /*@ nullable */ Integer i) {
        Object o = switch (x) {
            case 1 -> i;
            default -> 1;
        };
    }

    static int width(int i) {
        return 1;
    }

    static int width(char c) {
        return 2;
    }

    static void constants(boolean p, char c) {
        int r = width(p ? c : 65);
        assert r == 2;
        int q = width(p ? c : "abc".length());
        assert q == 1;
    }
}
