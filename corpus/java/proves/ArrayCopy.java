// System.arraycopy: places, contents and types; a part may overlap with where it goes.
class ArrayCopy {
  int[] data = new int[8];
  int count;
  //@ invariant 0 <= count && count <= data.length;

  //@ requires 0 <= at && at <= count && count < 1000000;
  //@ assignable data, data[*], count;
  //@ ensures count == \old(count) + 1 && data[at] == value;
  //@ ensures (\forall int i; 0 <= i && i < at; data[i] == \old(data[i]));
  //@ ensures (\forall int i; at < i && i < count; data[i] == \old(data[i - 1]));
  void insert(int at, int value) {
    if (count == data.length) {
      int[] larger = new int[2 * count + 1];
      System.arraycopy(data, 0, larger, 0, count);
      data = larger;
    }
    System.arraycopy(data, at, data, at + 1, count - at);
    data[at] = value;
    count++;
  }

  //@ requires 0 <= at && at < count;
  //@ assignable data[at .. count - 1], count;
  //@ ensures count == \old(count) - 1;
  //@ ensures (\forall int i; at <= i && i < count; data[i] == \old(data[i + 1]));
  void remove(int at) {
    System.arraycopy(data, at + 1, data, at, count - at - 1);
    count--;
  }

  //@ ensures \result.length == a.length + b.length;
  //@ ensures (\forall int i; 0 <= i && i < a.length; \result[i] == a[i]);
  //@ ensures (\forall int i; 0 <= i && i < b.length; \result[a.length + i] == b[i]);
  //@ requires a.length + b.length <= Integer.MAX_VALUE;
  static char[] both(char[] a, char[] b) {
    char[] all = new char[a.length + b.length];
    System.arraycopy(a, 0, all, 0, a.length);
    System.arraycopy(b, 0, all, a.length, b.length);
    return all;
  }

  static void few() {
    int[] a = {1, 2, 3, 4};
    System.arraycopy(a, 0, a, 1, 3);
    //@ assert a[0] == 1 && a[1] == 1 && a[2] == 2 && a[3] == 3;
  }

  static void texts(String[] from) {
    Object[] all = new Object[from.length];
    System.arraycopy(from, 0, all, 0, from.length);
  }

  static int caught(int[] a, int count) {
    try {
      System.arraycopy(a, 0, new int[3], 0, count);
    } catch (IndexOutOfBoundsException e) {
      return 1;
    }
    //@ assert 0 <= count && count <= 3 && count <= a.length;
    return 0;
  }
}
