// Leap years and days in a month, with the arrow form of `switch`.
class Calendar {
  //@ ensures \result <==> year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  /*@ pure @*/ static boolean leap(int year) {
    if (year % 400 == 0) return true;
    if (year % 100 == 0) return false;
    return year % 4 == 0;
  }

  //@ requires 1 <= month && month <= 12;
  //@ ensures 28 <= \result && \result <= 31;
  //@ ensures month == 2 ==> \result <= 29;
  /*@ pure @*/ static int days(int month, int year) {
    return switch (month) {
      case 2 -> leap(year) ? 29 : 28;
      case 4, 6, 9, 11 -> 30;
      default -> 31;
    };
  }

  //@ requires 1 <= month && month <= 12 && 1 <= day && day <= 31;
  //@ ensures 1 <= \result && \result <= 31;
  static int clip(int day, int month, int year) {
    int last = days(month, year);
    return day > last ? last : day;
  }
}
