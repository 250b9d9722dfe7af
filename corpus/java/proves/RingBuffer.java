// A queue in an array whose ends are joined.
class RingBuffer {
  final int[] data;
  int head;
  int count;
  //@ invariant 0 < data.length && data.length <= 1000000;
  //@ invariant 0 <= head && head < data.length;
  //@ invariant 0 <= count && count <= data.length;

  //@ requires 0 < room && room <= 1000000;
  //@ ensures count == 0 && data.length == room;
  RingBuffer(int room) {
    data = new int[room];
  }

  //@ requires count < data.length;
  //@ ensures count == \old(count) + 1;
  //@ assignable count, data[*];
  void put(int x) {
    int tail = head + count;
    if (tail >= data.length) {
      tail -= data.length;
    }
    data[tail] = x;
    count++;
  }

  //@ requires 0 < count;
  //@ ensures \result == data[\old(head)] && count == \old(count) - 1;
  //@ assignable head, count;
  int take() {
    int x = data[head];
    head = (head + 1) % data.length;
    count--;
    return x;
  }
}
