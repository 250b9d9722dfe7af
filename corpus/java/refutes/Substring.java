// What is left of a string behind its end is empty, and further there is nothing.
class Substring {
    static String whole(String s, int n) {
        return n == 1 ? s.substring(n) : s; // FAILS
    }

    static String none(String s) {
        return s.substring(s.length() + 1); // FAILS
    }
}
