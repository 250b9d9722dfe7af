// An enumeration with `switch`, in both forms.
class Compass {
  enum Direction { NORTH, EAST, SOUTH, WEST }

  //@ ensures d == Direction.NORTH ==> \result == Direction.EAST;
  //@ ensures d == Direction.WEST ==> \result == Direction.NORTH;
  static Direction right(Direction d) {
    return switch (d) {
      case NORTH -> Direction.EAST;
      case EAST -> Direction.SOUTH;
      case SOUTH -> Direction.WEST;
      case WEST -> Direction.NORTH;
    };
  }

  //@ ensures -1 <= \result && \result <= 1;
  //@ ensures \result == 0 <==> d == Direction.NORTH || d == Direction.SOUTH;
  static int dx(Direction d) {
    switch (d) {
      case EAST:
        return 1;
      case WEST:
        return -1;
      default:
        return 0;
    }
  }
}
