/** Returns the arithmetic mean; 0 for no values. */
export function mean(values: readonly number[]): number {
  if (values.length === 0) return 0;
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** Returns the standard deviation of the sample (n − 1 in the denominator); 0 for fewer than two values. */
export function standardDeviation(values: readonly number[]): number {
  if (values.length < 2) return 0;
  const centre = mean(values);
  const squares = values.reduce((sum, value) => sum + (value - centre) ** 2, 0);
  return Math.sqrt(squares / (values.length - 1));
}

/** Returns Pearson's correlation; 0 if one of them does not vary. */
export function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  let [products, squaresA, squaresB] = [0, 0, 0];
  for (const [index, value] of a.entries()) {
    const deviationA = value - meanA;
    const deviationB = (b[index] ?? meanB) - meanB;
    products += deviationA * deviationB;
    squaresA += deviationA ** 2;
    squaresB += deviationB ** 2;
  }
  return squaresA === 0 || squaresB === 0 ? 0 : products / Math.sqrt(squaresA * squaresB);
}
