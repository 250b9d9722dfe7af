/** A level beyond the last one. */
class EverydayLevelsMissing {
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

  //@ ensures 0 <= \result && \result < 4; // FAILS
  static int weight(Level level) {
    switch (level) {
      case DEBUG:
        return 0;
      case INFO:
        return 1;
      case WARN:
        return 2;
      default:
        return 4;
    }
  }
}
