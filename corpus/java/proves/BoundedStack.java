// A stack of bounded size, and its use.
class BoundedStack {
  final int[] data;
  int size;
  //@ invariant 0 <= size && size <= data.length;

  //@ requires 0 <= room;
  //@ ensures size == 0 && data.length == room;
  BoundedStack(int room) {
    data = new int[room];
    size = 0;
  }

  //@ ensures \result <==> size == 0;
  /*@ pure @*/ boolean isEmpty() {
    return size == 0;
  }

  //@ requires size < data.length;
  //@ ensures size == \old(size) + 1 && data[size - 1] == x;
  //@ ensures (\forall int k; 0 <= k && k < \old(size); data[k] == \old(data[k]));
  //@ assignable size, data[*];
  void push(int x) {
    data[size++] = x;
  }

  //@ requires 0 < size;
  //@ ensures size == \old(size) - 1 && \result == data[size];
  //@ assignable size;
  int pop() {
    return data[--size];
  }

  static void use() {
    BoundedStack s = new BoundedStack(2);
    s.push(3);
    s.push(4);
    int x = s.pop();
    int y = s.pop();
    //@ assert x == 4 && y == 3;
    boolean empty = s.isEmpty();
    //@ assert empty;
  }
}
