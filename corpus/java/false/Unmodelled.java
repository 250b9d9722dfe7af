/** Code of which nothing is known may do anything. */
class Unmodelled {
    static int g;

    Unmodelled() {
        g = 7;
    }

    static void anonymous() {
        g = 0;
        Unmodelled a = new Unmodelled() {};
        assert g == 0;  // FAILS
    }

    static void parsed(String s) {
        int r = 0;
        try {
            Integer.parseInt(s);
        } catch (NumberFormatException e) {
            r = 1;
        }
        assert r == 0;  // FAILS
    }

    static int swallowed(java.util.Scanner s) {
        int r = 0;
        try {
            s.nextLine();
            r = 1;
        } finally {
            assert r == 1;  // FAILS
            return r;
        }
    }

    static native void elsewhere();

    static void called() {
        g = 1;
        elsewhere();
        assert g == 1;  // FAILS
    }

    static char placed(String s, java.util.List<Integer> l) {
        return s.charAt(l.get(0));  // FAILS
    }
}
