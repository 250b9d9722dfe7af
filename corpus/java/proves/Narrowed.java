/** A method with a parameter of its own is no overriding one, unless the class says what the type parameter stands for. */
class Narrowed {
    static class Keeper<T> {
        //@ ensures \result > 0;
        int put(T t) {
            return 1;
        }
    }

    static class Overloading<T> extends Keeper<T> {
        int put(String s) {
            return 0;
        }
    }

    static class OfTexts extends Keeper<String> {
        int put(Integer i) {
            return 0;
        }
    }

    static void inherited(Overloading<Integer> o, Keeper<Integer> k) {
        int r = k.put(5);
        assert r > 0;
    }
}
