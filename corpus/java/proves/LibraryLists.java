// Lists, queues and stacks by the contracts of the library: how many elements they have.
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Stack;

class LibraryLists {
  //@ ensures \result == 2;
  static int two() {
    List<String> names = new ArrayList<>();
    names.add("a");
    names.add("b");
    return names.size();
  }

  static /*@ nullable @*/ String last(List<String> names) {
    if (names.isEmpty()) {
      return "";
    }
    return names.get(names.size() - 1);
  }

  //@ requires n >= 0;
  //@ ensures \result == n;
  static int numbers(int n) {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      all.add(i);
    }
    return all.size();
  }

  static void removeAll(List<String> names) {
    for (int i = names.size() - 1; i >= 0; i--) {
      names.remove(i);
    }
  }

  //@ ensures \result;
  static boolean emptied(int n) {
    Stack<Integer> numbers = new Stack<>();
    for (int i = 0; i < n; i++) {
      numbers.push(i);
    }
    while (!numbers.empty()) {
      numbers.pop();
    }
    return numbers.isEmpty();
  }

  //@ ensures \result == 1;
  static int ends() {
    Deque<Integer> queue = new ArrayDeque<>();
    queue.addLast(1);
    queue.addLast(2);
    queue.removeFirst();
    return queue.size();
  }

  //@ ensures \result == 1;
  static int caught() {
    List<String> none = new ArrayList<>();
    try {
      none.get(0);
      return 0;
    } catch (IndexOutOfBoundsException e) {
      return 1;
    }
  }
}
