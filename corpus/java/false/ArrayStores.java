// Elements that an array does not take: of a class of which nothing is known, and copied from another array.
class ArrayStores {
  static void made() {
    Object[] a = new Thread[1];
    a[0] = "x"; // FAILS
  }

  static void listed(Thread t) {
    Thread[] a = {t};
    Object[] b = a;
    b[0] = "x"; // FAILS
  }

  static void rows() {
    Object[][] a = new Thread[1][1];
    a[0][0] = "x"; // FAILS
  }

  static void copied(Object[] from) {
    String[] to = new String[from.length];
    System.arraycopy(from, 0, to, 0, from.length); // FAILS
  }

  static void part(Object from) {
    System.arraycopy(from, 0, new int[3], 0, 2); // FAILS
  }
}
