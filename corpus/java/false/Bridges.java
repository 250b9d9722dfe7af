/** Methods with narrower parameters than those that they override cast what they are given. */
class Bridges {
    interface Measure<T> {
        int of(T t);
    }

    static class Length implements Measure<String> {
        public int of(String s) {
            return s.length();
        }
    }

    static void raw() {
        Measure m = new Length();
        m.of(5);  // FAILS
    }

    static void fits() {
        Measure m = new Length();
        m.of("five");
    }

    static class Keeper<T> {
        //@ ensures \result > 0;  // FAILS
        int put(T t) {
            return 1;
        }
    }

    static class Middle<S> extends Keeper<S> {}

    static class OfTexts extends Middle<String> {
        int put(String s) {
            return 0;
        }
    }
}
