import java.util.ArrayList;
import java.util.List;

/** A list of things to do. */
class EverydayTasks {
  private final List<String> tasks = new ArrayList<>();

  void add(String task) {
    tasks.add(task);
    assert tasks.get(tasks.size() - 1) == task;
  }

  /*@ nullable @*/ String next() {
    return tasks.isEmpty() ? null : tasks.remove(0);
  }

  static void done() {
    List<String> tasks = new ArrayList<>();
    tasks.add("wash");
    tasks.add("dry");
    tasks.add(1, "rinse");
    String first = tasks.remove(0);
    assert first.equals("wash") && tasks.get(0).equals("rinse") && tasks.size() == 2;
  }
}
