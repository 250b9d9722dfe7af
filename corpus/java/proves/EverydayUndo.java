import java.util.ArrayDeque;
import java.util.Deque;

/** What was done last is undone first. */
class EverydayUndo {
  private final Deque<String> done = new ArrayDeque<>();

  void act(String what) {
    done.push(what);
    assert done.peek() == what;
  }

  //@ ensures \result.equals("type");
  static String last() {
    Deque<String> done = new ArrayDeque<>();
    done.push("open");
    done.push("type");
    done.push("save");
    done.pop();
    return done.pop();
  }

  /*@ nullable @*/ String undo() {
    return done.isEmpty() ? null : done.pop();
  }
}
