// The queue moves its head over the end (twin of RingBuffer).
class RingBufferHead {
  final int[] data;
  int head;
  int count;
  //@ invariant 0 < data.length;
  //@ invariant 0 <= head && head < data.length;  // FAILS
  //@ invariant 0 <= count && count <= data.length;

  //@ requires 0 < room;
  RingBufferHead(int room) {
    data = new int[room];
  }

  //@ requires 0 < count;
  int take() {
    int x = data[head];
    head++;
    count--;
    return x;
  }
}
