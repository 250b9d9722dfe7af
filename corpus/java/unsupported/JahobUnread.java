// Clauses in the way of Jahob that cannot be read: nobody is verified as if they were not there.
class JahobUnread {
    private static int x;

    static void set()
    /*: modifies x
        ensures "x = 3 ++" // UNSUPPORTED
    */
    {
        x = 3;
    }

    static int get()
    {
        return x;
    }
}

class JahobMisspelt {
    private static int x;

    static void set()
    /*: ensurez "x = 3" // UNSUPPORTED
    */
    {
        x = 4;
    }
}
