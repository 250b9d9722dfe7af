// A loop on a constant never ends by Java's rules, so that the pattern variable `cell` is bound behind it, and not the
// field of the same name.
class EndlessByConditional {
    static final class Cell {
        int value;
    }

    private Cell cell = new Cell();

    //@ requires cell.value == 1;
    //@ assignable \nothing;
    //@ ensures \result == 1;
    int of(Object o) {
        if (!(o instanceof Cell cell)) { // UNSUPPORTED
            while (true ? true : false) {
            }
        }
        return cell.value;
    }
}
