// Arrays for any number of arguments are of what the parameter is when the program runs; such calls are not known.
class TypeParameterArrays {
  static <T> T[] made(T... all) {
    return all;
  }

  static <T> T[] two(T a, T b) {  // FAILS
    return made(a, b);  // FAILS
  }

  static void assigned() {
    String[] both = two("a", "b");  // FAILS
  }

  static void looked() {
    int length = two("a", "b").length;  // FAILS
  }
}
