// `try` with resources closes what is not null, the last first, and adds what closing throws to an exception on its way.
class Resources {
  static final class Door implements AutoCloseable {
    boolean open = true;
    int order;
    Log log;
    boolean breaks;

    //@ ensures this.log == log && this.breaks == breaks && open && order == 0;
    //@ assignable \nothing;
    Door(Log log, boolean breaks) {
      this.log = log;
      this.breaks = breaks;
    }

    //@ requires log.count < 1000;
    //@ assignable open, order, log.count;
    //@ ensures !open && !breaks && order == \old(log.count) + 1 && log.count == order;
    //@ signals_only IllegalStateException;
    //@ signals (IllegalStateException e) !open && breaks && log.count == \old(log.count) + 1;
    public void close() {
      open = false;
      log.count = log.count + 1;
      order = log.count;
      if (breaks) throw new IllegalStateException();
    }
  }

  static final class Log {
    int count;
  }

  static void closed() {
    Log log = new Log();
    Door seen;
    try (Door d = new Door(log, false)) {
      seen = d;
      assert d.open;
    }
    assert !seen.open;
  }

  static void last_first() {
    Log log = new Log();
    Door a, b;
    try (Door x = new Door(log, false); Door y = new Door(log, false)) {
      a = x;
      b = y;
    }
    assert b.order == 1 && a.order == 2;
  }

  static void null_is_not_closed() {
    int n = 0;
    try (Door d = null) {
      n = 1;
    }
    assert n == 1;
  }

  //@ requires log.count == 0;
  //@ assignable log.count;
  //@ ensures \result == 0 && log.count == 1;
  static int returned(Log log) {
    try (Door d = new Door(log, false)) {
      return log.count;
    }
  }

  static void caught() {
    Log log = new Log();
    Door d = new Door(log, true);
    int way = 0;
    try (d) {
      throw new IllegalArgumentException();
    } catch (IllegalArgumentException e) {
      assert !d.open;
      way = 1;
    } catch (IllegalStateException e) {
      way = 2;
    } finally {
      way = way + 10;
    }
    assert way == 11;
  }

  static void thrown_by_close() {
    Log log = new Log();
    int way = 0;
    try (Door d = new Door(log, true)) {
      way = 5;
    } catch (IllegalStateException e) {
      way = way + 2;
    }
    assert way == 7;
  }

  static void jumps_close_too() {
    Log log = new Log();
    int n = 0;
    while (n < 1) {
      n++;
      try (Door d = new Door(log, false)) {
        if (n == 1) break;
      }
    }
    assert log.count == 1;
  }
}
