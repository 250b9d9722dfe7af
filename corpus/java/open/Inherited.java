import java.util.ArrayList;

/** What a class inherits from one that is not in the file hides what is around it. */
class Inherited {
    static int y;

    public String toString() {
        y = 9;
        return "";
    }

    String getMessage() {
        y = 9;
        return "";
    }

    int size() {
        return 7;
    }

    static int helper() {
        return 4;
    }

    class Plain {
        void own() {
            y = 0;
            toString(); // OPEN
            assert y == 9; // OPEN
        }

        //@ ensures \result == 4;
        int around() {
            return helper();
        }
    }

    class Problem extends Exception {
        void own() {
            y = 0;
            getMessage(); // OPEN
            assert y == 9; // OPEN
        }

        //@ ensures \result == 4;
        int around() {
            return helper();
        }
    }

    class Items extends ArrayList<Object> {
        int method() {
            return size(); // OPEN
        }
    }
}
