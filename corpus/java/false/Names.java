/** What a name means. */
class Names {
    int x;
    static int y;

    //@ ensures this.x == x;  // FAILS
    void parameter(int x) {
        x = 3;
        this.x = x;
    }

    //@ ensures x == 3;  // FAILS
    void local() {
        int x = 3;
    }

    static void loopVariable() {
        y = 1;
        for (int y = 0; y < 3; y++) {}
        assert y == 3;  // FAILS
    }

    static class Constants {
        static final int Y = 1;
        static final int X = Y;
    }

    static class Derived extends Constants {
        static final int Y = 2;
        static final int Z = X;

        static void hidden() {
            assert Z == 2;  // FAILS
        }
    }

    static class A {
        int v = 1;
    }

    static class B {
        static class A {
            int v = 2;
        }

        static void nearest() {
            A a = new A();
            assert a.v == 1;  // FAILS
        }
    }

    static class Secret {
        private int g() {
            return 5;
        }
    }

    class Heir extends Secret {
        void notInherited() {
            int r = g();
            assert r == 5;  // FAILS
        }
    }

    int g() {
        return 6;
    }

    class In {
        void other(In o) {
            x = 1;
            o.go();
            //@ assert x == 1;  // FAILS
        }

        private void go() {
            x = 2;
        }
    }

    static class SuperField {
        int f;
    }

    static class SubField extends SuperField {
        int f;

        void both() {
            f = 1;
            super.f = 2;
            //@ assert f == 2;  // FAILS
        }
    }
}

class Around {
    int v;

    class Seen {
        int f() {
            return v;
        }
    }
}

class Elsewhere {
    int w;

    class Heir extends Around.Seen {
        Heir(Around a) {
            a.super();
        }

        void twoAround() {
            int x = super.f();
            int y = w;
            assert x == y;  // FAILS
        }
    }
}
