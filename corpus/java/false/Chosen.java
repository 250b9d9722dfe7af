/** Which of several inherited methods an object has, and which of several that look alike is called. */
class Chosen {
    interface Low {
        default int level() {
            return 1;
        }

        default int plain() {
            return 1;
        }
    }

    interface High extends Low {
        default int level() {
            return 2;
        }
    }

    static class Both implements Low, High {}

    static final class Last extends Both {}

    static void nearestInterface(Last a) {
        int r = a.level();
        assert r == 1;  // FAILS
    }

    static class Base {
        public int level() {
            return 3;
        }

        public /*@ pure */ int plain() {
            return 3;
        }
    }

    static class Middle extends Base {}

    static class Mixed extends Middle implements Low {}

    static final class Bottom extends Mixed {}

    static void classBeforeInterface(Bottom a) {
        int r = a.level();
        assert r == 1;  // FAILS
    }

    static void adopted(Low a) {
        int r = a.plain();
        assert r == 1;  // FAILS
    }

    static final class Box<T> {
        T value;

        Box(T value) {
            this.value = value;
        }

        int kind(T value) {
            return 1;
        }

        int kind(String text) {
            return 2;
        }

        T get() {
            return value;
        }
    }

    static void overloaded(Box<Integer> box) {
        int r = box.kind("");
        assert r == 1;  // FAILS
    }

    static void otherBox() {
        Box raw = new Box("text");
        Box<Integer> box = raw;
        int r = box.get();  // FAILS
    }
}
