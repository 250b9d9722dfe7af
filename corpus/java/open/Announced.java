/** What a lambda may throw is announced by its type, which is not known; what is checked surely is. */
class Announced {
    interface Task {
        void run() throws Exception;
    }

    static void all(Task t) {
        try {
            t.run();
        } catch (Exception e) {
        }
    }

    static void fail() throws Exception {
        throw new Exception();
    }

    static void checked() {
        all(() -> fail());
    }

    static void unchecked() {
        all(() -> {
            throw new IllegalStateException();  // OPEN
        });
    }
}
