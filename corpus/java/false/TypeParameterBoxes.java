// A number comes out of what a type parameter stands for, where casts to the parameter are not checked.
class TypeParameterBoxes {
  static class Cell<T> {
    T held;

    Cell(Object any) {
      held = (T) any;
    }

    T get() {
      return held;
    }
  }

  static class Amount<N extends Number> {
    N held;

    Amount(Object any) {
      held = (N) any; // FAILS
    }
  }

  static void wider() {
    Cell<Integer> cell = new Cell<>(5L);
    long number = cell.held; // FAILS
  }

  static void called() {
    Cell<Integer> cell = new Cell<>(5L);
    long number = cell.get(); // FAILS
  }

  static void cast() {
    Cell<Integer> cell = new Cell<>(5L);
    long number = (long) cell.held; // FAILS
  }

  static void letter() {
    Cell<Character> cell = new Cell<>(5);
    int number = cell.held; // FAILS
  }

  static long given() {
    Cell<Integer> cell = new Cell<>(5L);
    return cell.held; // FAILS
  }

  static void inArray() {
    Cell<Integer> cell = new Cell<>(5L);
    long[] all = {cell.held}; // FAILS
  }

  static void bounded() {
    Amount<Integer> amount = new Amount<>(1.5);
    double number = amount.held; // FAILS
  }

  static void appended() {
    Cell<String> cell = new Cell<>(1);
    StringBuilder builder = new StringBuilder();
    builder.append(cell.get()); // FAILS
  }

  static void ofSwitch(int k) {
    Cell<String> cell = new Cell<>(1);
    Object text = switch (k) {
      case 1 -> cell.get(); // FAILS
      default -> "x";
    };
  }

  static void thrown() {
    Cell<IllegalStateException> cell = new Cell<>(new ArithmeticException());
    try {
      throw cell.held;
    } catch (IllegalStateException e) {
      return;
    } catch (ClassCastException e) {
      assert false; // FAILS
    } catch (ArithmeticException e) {
      return;
    }
  }
}
