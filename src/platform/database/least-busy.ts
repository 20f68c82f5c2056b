/** Returns the server or connection with the fewest running statements; undefined if there is none. */
export function leastBusy<T extends { readonly running: number }>(list: readonly T[]): T | undefined {
  const [first, ...others] = list;
  return first && others.reduce((best, other) => (other.running < best.running ? other : best), first);
}
