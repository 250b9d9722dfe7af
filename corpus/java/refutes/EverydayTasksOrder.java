import java.util.ArrayList;
import java.util.List;

/** A list of things to do, in another order. */
class EverydayTasksOrder {
  static void done() {
    List<String> tasks = new ArrayList<>();
    tasks.add("wash");
    tasks.add("dry");
    tasks.add(0, "rinse");
    assert tasks.get(0).equals("wash"); // FAILS
  }

  static String second(String task) {
    List<String> tasks = new ArrayList<>();
    tasks.add(task);
    tasks.remove(0);
    return tasks.get(0); // FAILS
  }
}
