// A third element for a stack of two. The array that the constructor made is not known by its contract, so no run is trusted (twin of BoundedStack).
class BoundedStackFull {
  final int[] data;
  int size;
  //@ invariant 0 <= size && size <= data.length;

  //@ requires 0 <= room;
  //@ ensures size == 0 && data.length == room;
  BoundedStackFull(int room) {
    data = new int[room];
  }

  //@ requires size < data.length;
  //@ ensures size == \old(size) + 1;
  //@ assignable size, data[*];
  void push(int x) {
    data[size++] = x;
  }

  static void use() {
    BoundedStackFull s = new BoundedStackFull(2);
    s.push(3);
    s.push(4);
    s.push(5);  // OPEN
  }
}
