/** A body runs on objects of a class that overrides it, if that class calls it. */
class CalledAbove {
    static class Shape {
        int sides() {
            return this instanceof Round ? 1 / 0 : 3;  // FAILS
        }
    }

    static class Round extends Shape {
        @Override
        int sides() {
            return super.sides();
        }
    }
}
