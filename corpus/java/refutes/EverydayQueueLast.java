import java.util.ArrayDeque;
import java.util.Queue;

/** Last come, first served. */
class EverydayQueueLast {
  //@ ensures \result == second; // FAILS
  static int served(int first, int second) {
    Queue<Integer> waiting = new ArrayDeque<>();
    waiting.add(first);
    waiting.add(second);
    return waiting.remove();
  }

  static int emptied(int n) {
    Queue<Integer> waiting = new ArrayDeque<>();
    for (int i = 1; i < n; i++) {
      waiting.add(i);
    }
    return waiting.remove(); // FAILS
  }
}
