/** What no run ever meets is no input: tables beside static blocks, bodies on objects that override them. */
class RefuterReal {
    static final int[] TABLE = {3, 1, 2};
    static int uses;

    static {
        uses = 1;
    }

    static int middle() {
        return TABLE[1];
    }

    static class Shape {
        int sides() {
            return this instanceof Round ? 1 / 0 : 3;
        }
    }

    static class Round extends Shape {
        @Override
        int sides() {
            return 0;
        }
    }
}
