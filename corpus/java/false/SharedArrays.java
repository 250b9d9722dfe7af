// A write to an array may break what others say of theirs: one of an interface or of a superclass may be the same array.
class SharedNames {
  private String[] names;
  //@ private invariant (\forall int i; 0 <= i && i < names.length; names[i] != null); // FAILS

  //@ requires (\forall int i; 0 <= i && i < all.length; all[i] != null);
  SharedNames(String[] all) {
    names = all;
  }
}

class SharedTree {}

class SharedLeaf extends SharedTree {}

class SharedLeaves {
  private SharedLeaf[] leaves;
  //@ private invariant (\forall int i; 0 <= i && i < leaves.length; leaves[i] != null); // FAILS

  //@ requires (\forall int i; 0 <= i && i < all.length; all[i] != null);
  SharedLeaves(SharedLeaf[] all) {
    leaves = all;
  }
}

class SharedRows {
  private SharedLeaf[][] rows;
  /*@ private invariant (\forall int i; 0 <= i && i < rows.length; // FAILS
    @   rows[i] != null && (\forall int k; 0 <= k && k < rows[i].length; rows[i][k] != null));
    @*/

  /*@ requires (\forall int i; 0 <= i && i < all.length;
    @   all[i] != null && (\forall int k; 0 <= k && k < all[i].length; all[i][k] != null));
    @*/
  SharedRows(SharedLeaf[][] all) {
    rows = all;
  }
}

class SharedWrites {
  //@ requires all.length > 0;
  //@ assignable all[*];
  static void ofInterface(CharSequence[] all) {
    all[0] = null;
  }

  //@ requires all.length > 0;
  //@ assignable all[*];
  static void ofTrees(SharedTree[] all) {
    all[0] = null;
  }
}
