// What is not announced: a class that is not given is above none that is.
import org.example.BrokenException;

class UnknownExceptions {
  void other() throws BrokenException {
    throw new IllegalStateException(); // FAILS
  }

  //@ ensures \result == 1;
  int notCaught(int[] a) throws BrokenException {
    try {
      a[0] = 1; // FAILS
    } catch (BrokenException e) {
      return 1;
    }
    return 1;
  }
}
