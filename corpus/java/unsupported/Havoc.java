// Changes of variables, in the way of Jahob, that are not understood: without them there would be fewer runs.
class Havoc {
    private static int number;

    static int pick(int x) {
        //: havoc "x" suchThat "x = 1 & x = 2"; // UNSUPPORTED
        //: assert "x = x";
        return x;
    }

    static int field() {
        //: havoc number; // UNSUPPORTED
        return number;
    }

    static int assigned(int x) {
        //: x := "1"; // UNSUPPORTED
        return x;
    }

    static int deeper(int x) {
        //: ghost specvar seen :: "obj => objset" = "(% x. {})";
        //: "seen x" := "{null}"; // UNSUPPORTED
        return x;
    }

    static int fine(int x) {
        //: havoc x;
        return x;
    }
}
