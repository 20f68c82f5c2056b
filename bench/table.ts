/** Returns a table row: its first cell is aligned to the left, the others to the right. */
export function formatRow(widths: readonly number[], cells: readonly string[]): string {
  return widths
    .map((width, index) => (index === 0 ? cells[0]?.padEnd(width) : (cells[index] ?? '').padStart(width)))
    .join('  ')
    .trimEnd();
}

export function printLines(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}
