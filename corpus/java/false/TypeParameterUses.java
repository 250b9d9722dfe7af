// What a type parameter stands for is checked where Java needs to know it, and casts to the parameter are not.
class TypeParameterUses {
  static class Cell<T> {
    T held;
    T[] row;

    Cell(Object any) {
      held = (T) any;
      row = (T[]) new Object[1];
    }

    T get() {
      return held;
    }

    T[] all() {
      return row;
    }
  }

  static void text() {
    Cell<String> cell = new Cell<>(1);
    String text = "" + cell.get();  // FAILS
  }

  static void longerText() {
    Cell<String> cell = new Cell<>(1);
    String text = "a";
    text += cell.held;  // FAILS
  }

  static void printed() {
    Cell<String> cell = new Cell<>(1);
    System.out.println(cell.get());  // FAILS
  }

  static void inferred() {
    Cell<String> cell = new Cell<>(1);
    var text = cell.get();  // FAILS
  }

  static void chosen() {
    Cell<String> cell = new Cell<>(1);
    switch (cell.get()) {  // FAILS
      default:
    }
  }

  static <T> T same(T given) {
    return given;
  }

  static void passedOn() {
    Cell<String> cell = new Cell<>(1);
    Object o = same(cell.get());  // FAILS
  }

  static void array() {
    Cell<String> cell = new Cell<>("a");
    String[] row = cell.row;  // FAILS
  }

  static void arrayOfCall() {
    Cell<String> cell = new Cell<>("a");
    String[] row = cell.all();  // FAILS
  }

  static void length() {
    Cell<String> cell = new Cell<>("a");
    int length = cell.row.length;  // FAILS
  }

  static void element() {
    Cell<String> cell = new Cell<>("a");
    Object first = cell.row[0];  // FAILS
  }

  static void eachElement() {
    Cell<String> cell = new Cell<>("a");
    for (Object each : cell.row) {  // FAILS
      int nothing = 0;
    }
  }
}
