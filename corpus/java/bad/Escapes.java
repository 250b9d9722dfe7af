/** Java replaces Unicode escapes before it looks for comments and quotes. */
class Escapes {
    static int line() {
        int x = 1; // \u000a x = 2; // ERROR
        return x;
    }

    static int block() {
        int x = 1; /* \u002a/ x = 2; /* ERROR: */ // ERROR
        return x;
    }

    static String letters() {
        return "\u0041\n";
    }
}
