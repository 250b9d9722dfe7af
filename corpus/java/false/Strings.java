/** Strings are objects, and calls on objects run code. */
class Strings {
    static int g;

    public boolean equals(Object o) {
        g = 1;
        return true;
    }

    public int hashCode() {
        return 1;
    }

    public String toString() {
        g = 2;
        return "";
    }

    static void perhapsTheSame(String s) {
        assert s.trim() != s;  // FAILS
    }

    static void short0(String s) {
        s.substring(5);  // FAILS
    }

    static void message(Exception e) {
        int n = e.getMessage().length();  // FAILS
    }

    static void equality(Object o) {
        g = 0;
        o.equals(o);
        assert g == 0;  // FAILS
    }

    static void concatenation(Object o) {
        g = 0;
        String s = "" + o;
        assert g == 0;  // FAILS
    }

    //@ ensures s != "a" ==> \result == 0;  // FAILS
    static int switched(String s) {
        switch (s) {
            case "a":
                return 1;
            default:
                return 0;
        }
    }
}
