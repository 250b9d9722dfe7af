// An annotation of Java that was commented out is no clause of JML; a clause begins with a small letter.
/*@Immutable*/ // WARNING
class JavaAnnotation {
  /*@SuppressWarnings("unused")*/ // WARNING
  int x;

  /*@Requires x > 0;*/ // ERROR
  int f() {
    return x;
  }
}
