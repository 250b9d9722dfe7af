// What `try` with resources does not do (twin of Resources).
class ResourcesLeft {
  static final class Door implements AutoCloseable {
    int closed;

    public void close() {
      closed = closed + 1;
    }
  }

  static void still_open() {
    Door seen;
    try (Door d = new Door()) {
      seen = d;
    }
    assert seen.closed == 0; // FAILS
  }

  static int read(Door[] doors) {
    try (Door d = doors[0]) { // FAILS
      return d.closed; // FAILS
    }
  }

  static void twice(boolean skip) {
    Door d = new Door();
    int way = 0;
    try (d; Door e = d) {
      if (skip) throw new IllegalArgumentException();
    } catch (IllegalArgumentException e) {
      way = 1;
    }
    assert d.closed == 2;
    assert way == 0; // FAILS
  }

  static final class Trap implements AutoCloseable {
    public void close() throws Exception {
      throw new Exception();
    }
  }

  static int caught(int n) {
    int way = 0;
    try (Trap t = new Trap()) {
      if (n == 7) throw new IllegalArgumentException();
    } catch (IllegalArgumentException e) {
      way = 1;
    } catch (Exception e) {
      way = 2;
    }
    assert way == 2; // FAILS
    return way;
  }
}
