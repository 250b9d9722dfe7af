import java.util.*;

/** How many elements a list has is for its methods to say. */
class LibraryGhost {
    static void lie() {
        List<String> l = new ArrayList<>();
        //@ set l.count = 5;  // UNSUPPORTED
        l.get(4);
    }
}
