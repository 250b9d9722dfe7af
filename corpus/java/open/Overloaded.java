/** Java knows a more special type than that of the class that declares a member, and chooses a method by it. */
class Overloaded {
    static class Box<T> {
        T value;

        Box(T value) {
            this.value = value;
        }

        T get() {
            return value;
        }
    }

    static int kind(Object o) {
        return 1;
    }

    static int kind(String s) {
        return 2;
    }

    static void result(Box<String> b) {
        int r = kind(b.get());
        assert r == 1;  // OPEN
    }

    static class Animal {
    }

    static class Dog extends Animal {
    }

    static class Cat extends Animal {
    }

    static int sort(Object o) {
        return 1;
    }

    static int sort(Animal a) {
        return 2;
    }

    static void branches(boolean p) {
        int r = sort(p ? new Dog() : new Cat());  // OPEN
        assert r == 1;  // OPEN
    }

    static int width(int i) {
        return 1;
    }

    static int width(long l) {
        return 2;
    }

    static int width(char c) {
        return 3;
    }

    static void constant(boolean p, char c) {
        final int zero = 0;
        int r = width(p ? c : zero);  // OPEN
        assert r == 1;  // OPEN
    }
}
