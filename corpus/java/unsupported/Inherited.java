import java.util.ArrayList;

/** What a class inherits from one that is not in the file hides what is around it. */
class Inherited {
    int modCount = 3;

    class Items extends ArrayList<Object> {
        void field() {
            modCount = 1; // UNSUPPORTED
        }

        int none() {
            return 0;
        }
    }
}
