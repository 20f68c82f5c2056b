/** Moves the process's calendar; timers, sockets and deadlines go on as they are. Undone by `jest.useRealTimers()`. */
export function holdClock(): { pass(milliseconds: number): void } {
  jest.useFakeTimers({
    doNotFake: [
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
    ],
  });
  return {
    pass: (milliseconds) => {
      jest.setSystemTime(Date.now() + milliseconds);
    },
  };
}
