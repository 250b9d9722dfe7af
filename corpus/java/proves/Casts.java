// Casts that the type test before them allows.
class Casts {
  static class Animal {
  }

  static class Dog extends Animal {
    int barks;
  }

  //@ ensures !(a instanceof Dog) ==> \result == 0;
  static int barks(Animal a) {
    if (a instanceof Dog) {
      return ((Dog) a).barks;
    }
    return 0;
  }

  static int pattern(/*@ nullable @*/ Object o) {
    if (o instanceof Dog d && d.barks > 0) {
      return d.barks;
    }
    return o == null ? -1 : 0;
  }

  //@ requires o instanceof Dog;
  //@ ensures \result == o;
  static Dog dog(Object o) {
    return (Dog) o;
  }

  static Animal up(Dog d) {
    Object o = d;
    return (Animal) o;
  }
}
