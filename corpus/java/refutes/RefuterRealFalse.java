/** The same with runs that are there: a table that comes too late, a field that is never null. */
class RefuterRealFalse {
    static class Early {
        static int first = size();  // FAILS
        static final int[] TABLE = {3, 1, 2};

        static {
            first++;
        }

        //@ assignable \nothing;
        static int size() {
            return TABLE.length;
        }
    }

    int[] data = new int[3];

    //@ ensures (\forall int i; 0 <= i && i < data.length; data[i] == value);  // FAILS
    void fill(int value) {
    }
}
