/** Numbers in objects of which only Java knows the type, and new boxes for them. */
class Special {
    static class Box<T> {
        T value;

        Box(T value) {
            this.value = value;
        }
    }

    static void boxOfSum(Box<Integer> b) {
        Object o = b.value + 1;
        assert o instanceof Long;  // FAILS
    }

    static void newBox(boolean p, Box<Integer> b) {
        Object o = p ? b.value : 1.0;
        assert o == b.value || !p;  // FAILS
    }

    static void half(Box<Double> b) {
        assert b.value * 2 != 1;  // FAILS
    }

    static void notPromoted(int x) {
        Object o = switch (x) {
            case 1 -> 1;
            default -> 2.0;
        };
        assert o instanceof Double;  // FAILS
    }
}
