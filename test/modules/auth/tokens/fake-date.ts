import { fakeClocks } from '../../../support/fake-clocks';

/** Fakes `Date` only; timers and sockets stay real. `jest.useRealTimers()` restores it. */
export function fakeDate(): { advance(milliseconds: number): void } {
  fakeClocks(['Date']);
  return {
    advance: (milliseconds) => {
      jest.setSystemTime(Date.now() + milliseconds);
    },
  };
}
