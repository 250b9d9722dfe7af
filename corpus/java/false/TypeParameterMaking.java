// Arguments of constructors are checked like those of methods where casts to a type parameter are not.
class TypeParameterMaking {
  static class Held<T> {
    T held;

    Held(Object any) {
      held = (T) any;
    }

    T get() {
      return held;
    }
  }

  static class Cell<T> {
    T own;

    Cell(T own) {
      this.own = own;
    }
  }

  record Pair<T>(T first, int second) {}

  static void cell() {
    Held<String> text = new Held<>(1);
    Cell<String> cell = new Cell<String>(text.get());  // FAILS
  }

  static void diamond() {
    Held<String> text = new Held<>(1);
    Cell<String> cell = new Cell<>(text.held);  // FAILS
  }

  static void pair() {
    Held<String> text = new Held<>(1);
    Pair<String> pair = new Pair<String>(text.get(), 3);  // FAILS
  }

  static void ownBody() {
    Held<String> text = new Held<>(1);
    Cell<String> cell = new Cell<String>(text.get()) {};  // FAILS
  }
}
