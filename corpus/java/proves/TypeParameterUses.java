// Where Java need not know what a type parameter stands for, nothing is checked.
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

    int size() {
      return row.length;
    }
  }

  static void anyObject() {
    Cell<String> cell = new Cell<>(1);
    Object o = cell.get();
    boolean there = cell.held != null;
  }

  static void anyArray() {
    Cell<String> cell = new Cell<>("a");
    Object[] row = cell.row;
    int size = cell.size();
  }

  static void text() {
    Cell<String> cell = new Cell<>("a");
    String text = "" + cell.held;
  }
}
