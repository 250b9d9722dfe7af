/** What is tried again may fail again. */
class EverydayRetryOnce {
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
        job.run(); // FAILS
      }
    }
    return 0;
  }
}
