// One of the turns goes the wrong way (twin of Compass).
class CompassTurn {
  enum Direction { NORTH, EAST, SOUTH, WEST }

  //@ ensures \result != d;  // FAILS
  static Direction right(Direction d) {
    return switch (d) {
      case NORTH -> Direction.EAST;
      case EAST, SOUTH -> Direction.SOUTH;
      case WEST -> Direction.NORTH;
    };
  }
}
