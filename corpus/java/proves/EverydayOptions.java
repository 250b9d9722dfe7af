/** The options of a command line. */
class EverydayOptions {
  boolean verbose;
  int size = 10;

  //@ requires \nonnullelements(args);
  //@ ensures 0 <= \result && \result <= args.length;
  int parse(String[] args) {
    int files = 0;
    for (int i = 0; i < args.length; i++) {
      String arg = args[i];
      if (arg.equals("-v")) {
        verbose = true;
      } else if (arg.startsWith("--size=")) {
        size = arg.substring(7).length();
      } else {
        files++;
      }
    }
    return files;
  }
}
