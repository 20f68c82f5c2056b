import { setFlagsFromString } from 'node:v8';

/**
 * Heap growth between two garbage collections, in percent of the live data. By V8's default, garbage of short requests grows
 * the memory of the process to twice its size. docs/decisions/processes.md has the figures.
 */
const GROWTH_PERCENT = 40;

/** Keeps the memory of this process close to what it uses. */
export function limitHeapGrowth(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}
