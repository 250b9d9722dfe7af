// What is left of a string behind its end is empty, also of the empty string.
class Substring {
    static String whole(String s, int n) {
        return n == 0 ? s.substring(n) : s;
    }

    static String none(String s) {
        return s.substring(s.length());
    }

    static String all(String s) {
        return s.substring(0, s.length());
    }
}
