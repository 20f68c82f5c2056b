/** Times in milliseconds. */
export interface Times {
  readonly median: number;
  readonly worst: number;
}

export function summarize(times: readonly number[]): Times {
  const sorted = times.toSorted((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)] ?? 0, worst: sorted.at(-1) ?? 0 };
}
