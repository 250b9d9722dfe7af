/** Classes whose initialisers may fail: whoever catches that comes to know. */
class FailedInitialisers {
    static final class Settings {
        static int size = 100 / Limits.LIMIT.length(); // FAILS

        static int size() {
            return 3;
        }
    }

    static final class Limits {
        static final String LIMIT = "";
    }

    static final class Plain {
        static int size = 3;

        static int size() {
            return 3;
        }
    }

    //@ ensures \result == 3; // FAILS
    static int caught() {
        try {
            return Settings.size();
        } catch (ExceptionInInitializerError | NoClassDefFoundError e) {
            return 7;
        }
    }

    //@ ensures \result == 3; // FAILS
    static int swallowed() {
        int size = 7;
        try {
            size = Settings.size();
        } finally {
            return size;
        }
    }

    //@ ensures \result == 3;
    static int plain() {
        try {
            return Plain.size();
        } catch (ExceptionInInitializerError e) {
            return 7;
        }
    }
}
