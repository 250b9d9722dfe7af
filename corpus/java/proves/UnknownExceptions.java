// Exceptions whose classes are not given.
import org.example.BrokenException;
import org.example.LostException;

class UnknownExceptions {
  void announced(int n) throws BrokenException {
    if (n < 0) {
      throw new BrokenException("negative");
    }
  }

  //@ ensures \result == 1;
  int caught() {
    try {
      throw new LostException();
    } catch (LostException e) {
      return 1;
    }
  }

  //@ requires a.length > 0;
  //@ ensures a[0] == 1;
  void kept(int[] a) throws BrokenException {
    try {
      a[0] = 1;
    } catch (LostException e) {
      a[0] = 2;
    }
  }
}
