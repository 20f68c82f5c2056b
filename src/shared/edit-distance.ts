/** Returns how many letters are missing, added, changed or swapped with the next one (optimal string alignment distance). */
export function editDistance(one: string, other: string): number {
  const [a, b] = [Array.from(one), Array.from(other)];
  let rowBefore: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  a.forEach((letter, index) => {
    const next = [index + 1];
    b.forEach((otherLetter, column) => {
      const isSwap = index > 0 && column > 0 && letter === b[column - 1] && a[index - 1] === otherLetter;
      next.push(
        Math.min(
          valueAt(row, column) + (letter === otherLetter ? 0 : 1),
          valueAt(row, column + 1) + 1,
          valueAt(next, column) + 1,
          isSwap ? valueAt(rowBefore, column - 1) + 1 : Infinity,
        ),
      );
    });
    [rowBefore, row] = [row, next];
  });
  return valueAt(row, b.length);
}

function valueAt(row: readonly number[], column: number): number {
  return row[column] ?? Infinity;
}
