// What a class says of its static fields holds where its initialisers end, and where they call others.
class StaticInvariants {
  static int limit = 4;
  static int[] slots = new int[3];
  static int used;

  //@ static invariant limit > 0;
  //@ static invariant slots.length == 3 && 0 <= used && used <= slots.length;

  static int first = perSlot(12);

  static {
    used = 1;
    slots[0] = first;
  }

  static int perSlot(int n) {
    return n / limit;
  }

  //@ requires used < 3;
  static void take(int v) {
    slots[used] = v;
    used++;
  }
}
