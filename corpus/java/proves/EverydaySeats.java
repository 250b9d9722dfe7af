import java.util.HashSet;
import java.util.Set;

/** Seats of a hall. */
class EverydaySeats {
  private final Set<Integer> taken = new HashSet<>();
  private final int seats;

  EverydaySeats(int seats) {
    this.seats = Math.max(seats, 1);
  }

  boolean reserve(int seat) {
    if (seat < 1 || seat > seats) {
      return false;
    }
    return taken.add(seat);
  }

  //@ ensures \result;
  static boolean once() {
    Set<Integer> taken = new HashSet<>();
    boolean first = taken.add(7);
    boolean second = taken.add(7);
    return first && !second && taken.size() == 1;
  }
}
