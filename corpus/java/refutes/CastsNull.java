// A cast lets null through (twin of Casts).
class CastsNull {
  static class Dog {
    int barks;
  }

  static int barks(/*@ nullable @*/ Object o) {
    if (o != null && !(o instanceof Dog)) {
      return 0;
    }
    Dog d = (Dog) o;
    return d.barks;  // FAILS
  }
}
