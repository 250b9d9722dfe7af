/** Contracts that only methods of the library could keep. */
interface Message {
    String getMessage();
}

class Failure extends RuntimeException implements Message {}  // UNSUPPORTED

interface Long5 {
    //@ ensures \result.length() > 5;
    String name();
}

enum Short implements Long5 {  // UNSUPPORTED
    A
}
