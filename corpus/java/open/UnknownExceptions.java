// Whether a class that is not given is below another one, only Java knows.
import org.example.BrokenException;
import org.example.LostException;

class OfUnknown extends BrokenException {}

class UnknownExceptions {
  int below() {
    Object o = new OfUnknown();
    if (o instanceof RuntimeException) {
      //@ assert false; // OPEN
      return 1;
    }
    return 0;
  }

  int caught() throws OfUnknown {
    try {
      throw new OfUnknown();
    } catch (LostException e) {
      //@ assert false; // OPEN
      return 1;
    } catch (RuntimeException e) {
      //@ assert false; // OPEN
      return 2;
    }
  }

  <T extends Throwable> void parameter(T t) throws T {
    throw t; // OPEN
  }
}
