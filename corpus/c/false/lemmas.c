/* A lemma that is false is refuted itself; what comes before it knows nothing of it. */
/*@ lemma small: \forall integer x; x < 5 ==> x * x < 25; */  // FAILS

int before(int x) {
  return x;
}
