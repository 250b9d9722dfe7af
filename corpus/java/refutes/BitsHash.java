// A hash may be negative, and so may its remainder (twin of Bits).
class BitsHash {
  static int slot(int[] table, int hash) {
    if (table.length == 0) return 0;
    return table[hash % table.length];  // FAILS
  }
}
