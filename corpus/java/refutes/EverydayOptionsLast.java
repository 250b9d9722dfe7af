/** The last option has no value behind it. */
class EverydayOptionsLast {
  //@ requires \nonnullelements(args);
  static int size(String[] args) {
    for (int i = 0; i < args.length; i++) {
      if (args[i].equals("-n")) {
        return args[i + 1].length(); // FAILS
      }
    }
    return 0;
  }
}
