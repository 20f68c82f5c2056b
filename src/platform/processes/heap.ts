import { setFlagsFromString } from 'node:v8';

/**
 * Part of the live data by which V8 lets the heap grow before it collects garbage. By default, garbage of short requests grows
 * the memory of the process to twice its size. docs/decisions/processes.md has the figures.
 */
const GROWTH_PERCENT = 40;

/** Keeps the memory of this process close to what it uses. */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
