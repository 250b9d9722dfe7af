// Distances, in whole units.
#include <math.h>

double distance(double x, double y)
{
  return sqrt(x * x + y * y);
}

int is_far(double x, double y)
{
  return floor(distance(x, y)) > 10.0;
}
