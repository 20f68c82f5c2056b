type Options = Extract<NonNullable<Parameters<typeof jest.useFakeTimers>[0]>, { doNotFake?: unknown[] }>;
type Fakeable = NonNullable<Options['doNotFake']>[number];

const CLOCKS: readonly Fakeable[] = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
];

/** Lets a test move some of the process's clocks; everything else goes on as it is. Undone by `jest.useRealTimers()`. */
export function holdClocks(held: readonly Fakeable[]): void {
  jest.useFakeTimers({ doNotFake: CLOCKS.filter((clock) => !held.includes(clock)) });
}

/** What happens every so often happens when a test lets the time pass. */
export function holdIntervals(): void {
  holdClocks(['setInterval', 'clearInterval']);
}
