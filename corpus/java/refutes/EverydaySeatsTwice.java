import java.util.HashSet;
import java.util.Set;

/** A seat that is taken twice. */
class EverydaySeatsTwice {
  private final Set<Integer> taken = new HashSet<>();
  private final int seats;

  EverydaySeatsTwice(int seats) {
    this.seats = Math.max(seats, 1);
  }

  //@ ensures \result; // FAILS
  static boolean once() {
    Set<Integer> taken = new HashSet<>();
    boolean first = taken.add(7);
    boolean second = taken.add(7);
    return first && second;
  }
}
