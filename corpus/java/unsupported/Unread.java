// Clauses that are not read: whoever they speak of cannot be verified, nor who relies on them.
class Unread {
    int x;

    //@ requirse y > 0; // UNSUPPORTED
    static int divided(int y) {
        return 5 / y;
    }

    static int caller() {
        return divided(0); // UNSUPPORTED
    }

    static int careful(int y) {
        //@ assert y * y >= 0;
        return 1;
    }
}

class Counter {
    int count;

    //@ axiom count >= 0; // UNSUPPORTED

    void reset() {
        count = 0;
    }
}

class Other {
    static void reset(Counter c) {
        c.count = 0; // UNSUPPORTED
    }
}
