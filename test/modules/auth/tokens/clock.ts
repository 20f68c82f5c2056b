import { holdClocks } from '../../../support/fake-clock';

/** Moves the process's calendar; timers, sockets and deadlines go on as they are. Undone by `jest.useRealTimers()`. */
export function holdClock(): { pass(milliseconds: number): void } {
  holdClocks(['Date']);
  return {
    pass: (milliseconds) => {
      jest.setSystemTime(Date.now() + milliseconds);
    },
  };
}
