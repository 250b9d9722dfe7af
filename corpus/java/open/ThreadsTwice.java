// Another thread may write the field between two reads of it (twin of Threads).
class ThreadsTwice {
  volatile int shared;

  //@ ensures \result == 0;  // OPEN
  int twice() {
    int first = shared;
    int second = shared;
    return first - second;
  }

  int positive() {
    if (shared != 0) {
      return 10 / shared;  // OPEN
    }
    return 0;
  }
}
