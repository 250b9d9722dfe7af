// Names by number, from a table.
enum month { JANUARY, FEBRUARY, MARCH, APRIL };

static const char *const names[] = {[JANUARY] = "January", [MARCH] = "March", [FEBRUARY] = "February", [APRIL] = "April"};

static const int days[] = {[JANUARY] = 31, [FEBRUARY] = 28, [MARCH] = 31, [APRIL] = 30};

/*@ requires 0 <= month <= 3;
    assigns \nothing;
    ensures 28 <= \result <= 31; */
int days_of(int month) {
  return days[month];
}

/*@ requires 0 <= month <= 3;
    assigns \nothing; */
const char *name_of(int month) {
  return names[month];
}
