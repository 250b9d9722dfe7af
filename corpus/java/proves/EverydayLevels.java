/** Levels of messages. */
class EverydayLevels {
  enum Level {
    DEBUG, INFO, WARN, ERROR;

    Level next() {
      return switch (this) {
        case DEBUG -> INFO;
        case INFO -> WARN;
        case WARN, ERROR -> ERROR;
      };
    }
  }

  //@ ensures 0 <= \result && \result < 4;
  static int weight(Level level) {
    switch (level) {
      case DEBUG:
        return 0;
      case INFO:
        return 1;
      case WARN:
        return 2;
      default:
        return 3;
    }
  }

  static boolean shows(Level level, Level limit) {
    return weight(level) >= weight(limit);
  }

  static Level parsed(char c) {
    return c == 'd' ? Level.DEBUG : c == 'i' ? Level.INFO : c == 'w' ? Level.WARN : Level.ERROR;
  }
}
