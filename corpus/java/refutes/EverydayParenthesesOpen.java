import java.util.ArrayDeque;
import java.util.Deque;

/** More parentheses are closed than were opened. */
class EverydayParenthesesOpen {
  static boolean fit(int opened, int closed) {
    Deque<Character> open = new ArrayDeque<>();
    for (int i = 0; i < opened; i++) {
      open.push('(');
    }
    for (int i = 0; i < closed; i++) {
      open.pop(); // FAILS
    }
    return open.isEmpty();
  }
}
