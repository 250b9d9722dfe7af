import java.util.ArrayDeque;
import java.util.Queue;

/** First come, first served. */
class EverydayQueue {
  //@ ensures \result == first;
  static int served(int first, int second) {
    Queue<Integer> waiting = new ArrayDeque<>();
    waiting.add(first);
    waiting.add(second);
    return waiting.remove();
  }

  //@ requires n >= 0;
  //@ ensures \result == n;
  static int rounds(int n) {
    Queue<Integer> waiting = new ArrayDeque<>();
    for (int i = 0; i < n; i++) {
      waiting.add(i);
    }
    int served = 0;
    while (!waiting.isEmpty()) {
      waiting.remove();
      served++;
    }
    return served;
  }
}
