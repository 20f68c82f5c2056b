/** Returns a function that computes its result once for each argument, and keeps it. */
export function memoize<Argument, Result>(
  compute: (argument: Argument) => Result,
): (argument: Argument) => Result {
  const results = new Map<Argument, { readonly result: Result }>();
  return (argument) => {
    const known = results.get(argument);
    if (known) return known.result;
    const result = compute(argument);
    results.set(argument, { result });
    return result;
  };
}
