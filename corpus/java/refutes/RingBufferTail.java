// The queue does not join its ends when it stores (twin of RingBuffer).
class RingBufferTail {
  final int[] data;
  int head;
  int count;
  //@ invariant 0 < data.length && data.length <= 1000000;
  //@ invariant 0 <= head && head < data.length;
  //@ invariant 0 <= count && count <= data.length;

  //@ requires 0 < room && room <= 1000000;
  RingBufferTail(int room) {
    data = new int[room];
  }

  //@ requires count < data.length;
  void put(int x) {
    data[head + count] = x;  // FAILS
    count++;
  }
}
