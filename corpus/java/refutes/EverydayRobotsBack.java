/** A robot that follows letters, also backwards. */
class EverydayRobotsBack {
  //@ ensures 0 <= \result; // FAILS
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
