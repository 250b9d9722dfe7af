// Days in a month from a table, as if its first index were 1 (twin of Calendar).
class CalendarDays {
  //@ requires 1 <= month && month <= 12;
  static int days(int month) {
    int[] table = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    return table[month];  // FAILS
  }
}
