// What a method adds to a contract is nothing that callers of the method it overrides know.
class EscQuiet {
  //@ modifies \nothing
  void tick() {
  }
}

class EscLoud extends EscQuiet {
  int ticks;

  //@ also_modifies ticks
  void tick() {
    ticks++; // FAILS
  }

  //@ requires q != null
  void keep(EscQuiet q) {
    ticks = 0;
    q.tick();
    //@ assert ticks == 0
  }

  //@ requires q != null
  void lose(EscLoud q) {
    ticks = 0;
    q.tick();
    //@ assert ticks == 0 // FAILS
  }
}
