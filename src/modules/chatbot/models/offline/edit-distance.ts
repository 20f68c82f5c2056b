/**
 * How many letters are left out, added, changed or swapped with their neighbour between two words (optimal string alignment).
 */
export function editDistance(one: string, other: string): number {
  const [a, b] = [Array.from(one), Array.from(other)];
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, column) => column);
  a.forEach((letter, row) => {
    const next = [row + 1];
    b.forEach((otherLetter, column) => {
      const isSwap = row > 0 && column > 0 && letter === b[column - 1] && a[row - 1] === otherLetter;
      next.push(
        Math.min(
          at(last, column) + (letter === otherLetter ? 0 : 1),
          at(last, column + 1) + 1,
          at(next, column) + 1,
          isSwap ? at(before, column - 1) + 1 : Infinity,
        ),
      );
    });
    [before, last] = [last, next];
  });
  return at(last, b.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
