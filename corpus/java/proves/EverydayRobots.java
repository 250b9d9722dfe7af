/** A robot that follows letters. */
class EverydayRobots {
  //@ requires route.length() < 1000;
  //@ ensures \result <= route.length();
  static int follow(String route) {
    int x = 0;
    for (int i = 0; i < route.length(); i++) {
      switch (route.charAt(i)) {
        case 'R':
          x++;
          break;
        case 'L':
          x--;
          break;
        default:
          break;
      }
    }
    return x;
  }
}
