/** A board of rows, with neighbours. */
class EverydayGrid {
  //@ requires 0 <= row && row < board.length && 0 <= column && column < board[row].length;
  //@ requires (\forall int i; 0 <= i && i < board.length; board[i] != null && board[i].length == board[0].length);
  //@ ensures 0 <= \result && \result <= 4;
  static int neighbours(boolean[][] board, int row, int column) {
    int alive = 0;
    if (row > 0 && board[row - 1][column]) {
      alive++;
    }
    if (row + 1 < board.length && board[row + 1][column]) {
      alive++;
    }
    if (column > 0 && board[row][column - 1]) {
      alive++;
    }
    if (column + 1 < board[row].length && board[row][column + 1]) {
      alive++;
    }
    return alive;
  }
}
