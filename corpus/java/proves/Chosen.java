import java.util.Random;

/** Which of several inherited methods an object has; static fields made by the library. */
class Chosen {
    private static final Random SOURCE = new Random();
    static int[] table = new int[3];

    interface Low {
        default int level() {
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
        assert r == 2;
    }

    static class Base {
        public int level() {
            return 3;
        }
    }

    static class Middle extends Base {}

    static class Mixed extends Middle implements Low {}

    static final class Bottom extends Mixed {}

    static void classBeforeInterface(Bottom a) {
        int r = a.level();
        assert r == 3;
    }

    static final class Box<T> {
        int kind(T value) {
            return 1;
        }

        int kind(String text) {
            return 2;
        }
    }

    static void overloaded(Box<Integer> box) {
        int r = box.kind("");
        assert r == 2;
    }
}
