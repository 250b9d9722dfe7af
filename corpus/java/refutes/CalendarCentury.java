// Leap years without the exception for centuries (twin of Calendar).
class CalendarCentury {
  //@ ensures \result ==> year % 100 != 0 || year % 400 == 0;  // FAILS
  static boolean leap(int year) {
    return year % 4 == 0;
  }
}
