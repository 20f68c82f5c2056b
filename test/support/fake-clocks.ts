type Options = Extract<NonNullable<Parameters<typeof jest.useFakeTimers>[0]>, { doNotFake?: unknown[] }>;
type Fakeable = NonNullable<Options['doNotFake']>[number];

const ALL_CLOCKS: readonly Fakeable[] = [
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

/** Fakes some of the process's clocks and no others. `jest.useRealTimers()` restores them. */
export function fakeClocks(faked: readonly Fakeable[]): void {
  jest.useFakeTimers({ doNotFake: ALL_CLOCKS.filter((clock) => !faked.includes(clock)) });
}

export function fakeIntervals(): void {
  fakeClocks(['setInterval', 'clearInterval']);
}
