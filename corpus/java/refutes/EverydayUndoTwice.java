import java.util.ArrayDeque;
import java.util.Deque;

/** More is undone than was done. */
class EverydayUndoTwice {
  static String last(String what) {
    Deque<String> done = new ArrayDeque<>();
    done.push(what);
    done.pop();
    return done.pop(); // FAILS
  }

  static void order() {
    Deque<String> done = new ArrayDeque<>();
    done.push("open");
    done.push("type");
    String first = done.pop();
    assert first.equals("open"); // FAILS
  }
}
