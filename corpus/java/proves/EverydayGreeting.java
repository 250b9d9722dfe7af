/** Texts put together. */
class EverydayGreeting {
  //@ ensures \result.length() == name.length() + 8;
  //@ ensures \result.startsWith("Hello, ");
  static String greeting(String name) {
    return "Hello, " + name + "!";
  }

  //@ requires name.length() > 0;
  //@ ensures \result.length() == name.length();
  //@ ensures \result.charAt(0) == '<';
  static String marked(String name) {
    return "<" + name.substring(1);
  }
}
