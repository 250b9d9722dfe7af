/** One character too few. */
class EverydayGreetingShort {
  //@ ensures \result.length() == name.length() + 7; // FAILS
  static String greeting(String name) {
    return "Hello, " + name + "!";
  }

  //@ requires name.length() > 0;
  //@ ensures \result.charAt(0) == '<'; // FAILS
  static String marked(String name) {
    return name.substring(1) + "<";
  }
}
