// Static initialisers write into arrays that they have from elsewhere.
class ClassUseArrays {
  static int[] shared = { 0 };

  static class Holder {
    int[] held = shared;
  }

  static class FromObject {
    static int own = 1;

    static {
      int[] a = new Holder().held;
      if (a != null && a.length > 0) a[0] = 5;
    }
  }

  static class Around {
    static int own = 1;

    static {
      int[] b = shared;
      if (b != null && b.length > 0) b[0] = 5;
    }
  }

  static class Names {
    static int[] first = ClassUseArrays.shared;
    static int[] second = first;
    static int own = 1;

    static {
      if (second != null && second.length > 0) second[0] = 5;
    }
  }

  static class Moved {
    static int own = 1;

    static {
      int[] a = { 0 };
      int[] b = { 0 };
      int[] c = { 0 };
      for (int i = 0; i < 4; i++) {
        if (c != null && c.length > 0) c[0] = 5;
        c = b;
        b = a;
        a = ClassUseArrays.shared;
      }
    }
  }

  static void all(int... values) {
    if (shared != null && shared.length > 0) shared[0] = 5;
  }

  static class Many {
    static int own = 1;

    static {
      all(1, 2, 3); // FAILS
    }
  }

  //@ requires shared != null && shared.length == 1;
  //@ ensures \result == 0; // FAILS
  static int fromObject() {
    int[] m = shared;
    m[0] = 0;
    int k = FromObject.own; // FAILS
    return m[0];
  }

  //@ requires shared != null && shared.length == 1;
  //@ ensures \result == 0; // FAILS
  static int around() {
    int[] m = shared;
    m[0] = 0;
    int k = Around.own; // FAILS
    return m[0];
  }

  //@ requires shared != null && shared.length == 1;
  //@ ensures \result == 0; // FAILS
  static int names() {
    int[] m = shared;
    m[0] = 0;
    int k = Names.own; // FAILS
    return m[0];
  }

  //@ requires shared != null && shared.length == 1;
  //@ ensures \result == 0; // FAILS
  static int moved() {
    int[] m = shared;
    m[0] = 0;
    int k = Moved.own; // FAILS
    return m[0];
  }

  //@ requires shared != null && shared.length == 1;
  //@ ensures \result == 0; // FAILS
  static int many() {
    int[] m = shared;
    m[0] = 0;
    int k = Many.own; // FAILS
    return m[0];
  }
}
