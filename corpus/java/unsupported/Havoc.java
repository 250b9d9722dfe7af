// A variable that may change at any time, in the way of Jahob: without it there would be fewer runs.
class Havoc {
    static int pick(int x) {
        //: havoc "x"; // UNSUPPORTED
        //: assert "x = x";
        return x;
    }

    static int fine(int x) {
        return x;
    }
}
