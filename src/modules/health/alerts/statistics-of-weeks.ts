/** The arithmetic mean; 0 of nothing. */
export function mean(values: readonly number[]): number {
  if (values.length === 0) return 0;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The sample's standard deviation (n − 1 in the denominator); 0 of fewer than two values. */
export function deviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

/** Pearson's correlation; 0 where either does not vary. */
export function correlation(a: readonly number[], b: readonly number[]): number {
  const [centreA, centreB] = [mean(a), mean(b)];
  let [both, squaresA, squaresB] = [0, 0, 0];
  for (const [index, value] of a.entries()) {
    const offA = value - centreA;
    const offB = (b[index] ?? centreB) - centreB;
    both += offA * offB;
    squaresA += offA ** 2;
    squaresB += offB ** 2;
  }
  return squaresA === 0 || squaresB === 0 ? 0 : both / Math.sqrt(squaresA * squaresB);
}
