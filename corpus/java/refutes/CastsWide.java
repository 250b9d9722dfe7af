// A cast without a type test (twin of Casts).
class CastsWide {
  static class Animal {
  }

  static class Dog extends Animal {
    int barks;
  }

  static int barks(Animal a) {
    return ((Dog) a).barks;  // FAILS
  }
}
