// Where a pattern variable is not bound its name means a field (twin of Patterns).
class PatternsUnbound {
    static String s = "";

    static void notBound(Object o) {
        s = "field";
        if (o instanceof String s) {
            assert s == o;
        } else {
            assert s == null;  // FAILS
        }
    }

    static void after(Object o) {
        s = "field";
        if (o instanceof String s) {
            return;
        }
        assert s == null;  // FAILS
    }
}
