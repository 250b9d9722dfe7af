// What an object owns is written through it alone: shifting its elements concerns no other object. A new array that only a
// variable refers to concerns nobody.
abstract class EscItem {}

class EscSmall extends EscItem {}

class EscTiny extends EscSmall {}

class EscShift {
  private /*@ non_null */ EscItem[] items;
  //@ invariant (\forall int i; 0 <= i && i < count ==> items[i] != null)
  //@ invariant \typeof(items) == \type(EscItem[])
  //@ invariant items.owner == this
  /*@ spec_public */ private int count;
  //@ invariant 0 <= count && count <= items.length

  //@ also_modifies \nothing
  EscShift() {
    items = new EscItem[4];
    //@ set items.owner = this
  }

  //@ requires 0 <= at && at < count
  //@ modifies count, items[*]
  void removeAt(int at) {
    int end = count;
    for (int j = at + 1; j < end; j++) {
      items[j - 1] = items[j];
    }
    count--;
  }

  //@ modifies \nothing
  //@ ensures \result != null
  //@ ensures \nonnullelements(\result)
  EscItem[] all() {
    int end = count;
    EscItem[] copy = new EscItem[end];
    for (int i = 0; i < end; i++) {
      copy[i] = items[i];
    }
    return copy;
  }

  //@ requires x != null && count < 1000
  //@ modifies count, items, items[*]
  //@ ensures count == \old(count) + 1
  void add(EscItem x) {
    if (count == items.length) {
      EscItem[] more = new EscItem[2 * items.length + 1];
      //@ set more.owner = this
      System.arraycopy(items, 0, more, 0, items.length);
      items = more;
    }
    items[count] = x;
    count++;
  }
}

class EscStack {
  private /*@ non_null */ Object[] things;
  //@ invariant things.owner == this
  //@ invariant (\forall int i; 0 <= i && i < top ==> things[i] == null || \typeof(things[i]) <: elementType)
  private int top;
  //@ invariant 0 <= top && top <= things.length
  private int bottom;
  //@ invariant 0 <= bottom && bottom <= top
  //@ invariant bottom == 0 || things[bottom - 1] == null

  //@ also_modifies \nothing
  EscStack() {
    things = new Object[4];
    //@ set things.owner = this
  }
}
