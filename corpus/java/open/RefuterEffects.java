/** What a record's constructor makes of its arguments, and what code that nobody has written does to the heap, are unknown. */
class RefuterEffects {
    record Share(int of, int parts) {
        Share {
            if (parts < 1) {
                parts = 1;
            }
        }

        int size() {
            return of / parts;  // OPEN
        }
    }

    interface Task {
        int run(int x);
    }

    static int runs;

    static void run(Task task) {
        int before = runs;
        task.run(1);
        assert runs == before;  // OPEN
    }
}
