// `nowarn` keeps back the warnings it names, on its line, and no others.
class EscNowarn {
  //@ also_modifies \nothing
  static int named(int[] a) {
    return a.length; //@ nowarn Null
  }

  static int all(int[] a, int i) {
    return a[i]; //@ nowarn
  }

  static int other(int[] a) {
    return a.length; //@ nowarn Cast // FAILS
  }

  //@ requires a != null
  static int half(int[] a, int i) {
    return a[i]; //@ nowarn IndexNegative // FAILS
  }

  static int elsewhere(int[] a) {
    //@ nowarn Null
    return a.length; // FAILS
  }
}
