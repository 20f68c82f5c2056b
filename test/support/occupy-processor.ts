/** Keeps the processor busy, as a long piece of work does. */
export function occupyProcessor(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}
