import java.util.ArrayDeque;
import java.util.Deque;

/** Parentheses that fit each other. */
class EverydayParentheses {
  static boolean fit(String text) {
    Deque<Character> open = new ArrayDeque<>();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '(') {
        open.push(c);
      } else if (c == ')') {
        if (open.isEmpty()) {
          return false;
        }
        open.pop();
      }
    }
    return open.isEmpty();
  }
}
