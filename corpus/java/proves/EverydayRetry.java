/** Something is tried again. */
class EverydayRetry {
  interface Job {
    //@ signals_only IllegalStateException;
    int run();
  }

  static int tries(Job job, int limit) {
    int tried = 0;
    while (tried < limit) {
      tried++;
      try {
        job.run();
        return tried;
      } catch (IllegalStateException e) {
        if (tried == limit) {
          return -1;
        }
      }
    }
    return 0;
  }
}
