/** A pattern variable hides a field where it is bound, and nowhere else. */
class Patterns {
    static String s = "";

    static void branches(Object o) {
        s = "field";
        if (o instanceof String s) {
            assert s == o;
        } else {
            assert s == "field";
        }
        assert s == "field";
    }

    static void afterwards(Object o) {
        s = "field";
        if (!(o instanceof String s)) {
            assert s == "field";
            return;
        }
        assert s == o;
        assert Patterns.s == "field";
    }

    static void otherBranchLeaves(Object o) {
        if (o instanceof String s) {
        } else {
            return;
        }
        assert s == o;
    }

    static void operators(Object o) {
        s = "field";
        boolean b = !(o instanceof String s) || s == o;
        assert b;
        String r = o instanceof String s ? "bound" : s;
        assert r == "bound" || r == "field";
        assert s == "field";
    }

    static void loop(Object o) {
        s = "field";
        while (o instanceof String s) {
            assert s == o;
            o = 5;
        }
        assert s == "field";
    }

    static int length(boolean b, String s) {
        return s.length();
    }

    static void arguments(Object o) {
        s = "field";
        int r = length(o instanceof String s, s);
        assert r == 5;
    }
}
