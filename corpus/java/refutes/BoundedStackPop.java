// The stack hands out the element above the top one (twin of BoundedStack).
class BoundedStackPop {
  final int[] data;
  int size;
  //@ invariant 0 <= size && size <= data.length;

  //@ requires 0 <= room;
  BoundedStackPop(int room) {
    data = new int[room];
  }

  //@ requires 0 < size;
  //@ assignable size;
  int pop() {
    return data[size--];  // FAILS
  }
}
