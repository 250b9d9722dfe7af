// A type parameter with several bounds is of all of them: which method is meant depends on that, and is not known.
class TypeParameterSeveralBounds {
  interface Near {
    default int tell(Object o) {
      return 1;
    }
  }

  interface Far {
    default int tell(String s) {
      return 2;
    }
  }

  static class Both implements Near, Far { }

  static int which(Object o) {
    return 1;
  }

  static int which(Far far) {
    return 2;
  }

  static <S extends Near & Far> void overloaded(S given) {
    int number = which(given);  // FAILS
    assert number == 1;  // FAILS
  }

  static <S extends Near & Far> void member(S given) {
    int number = given.tell("x");  // FAILS
    assert number == 1;  // FAILS
  }
}
