// Memory from malloc, filled with numbers that are not known, and read again: runs go through the call.
#include <stdlib.h>

int positives(void) {
    const int size = 10;
    int *numbers = malloc(size * sizeof(int));
    if (numbers == NULL) return -1;
    for (int i = 0; i < size; i++) numbers[i] = rand() % 100 - 50;
    int count = 0;
    for (int j = 0; j < size; j++) count += numbers[j] > 0;
    free(numbers);
    //@ assert 0 <= count <= 10;
    return count;
}
