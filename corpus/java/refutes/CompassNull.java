// The direction may be missing (twin of Compass).
class CompassNull {
  enum Direction { NORTH, EAST, SOUTH, WEST }

  static int dx(/*@ nullable @*/ Direction d) {
    switch (d) {  // FAILS
      case EAST:
        return 1;
      case WEST:
        return -1;
      default:
        return 0;
    }
  }
}
