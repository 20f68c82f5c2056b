import { FairTurns } from '../../../src/platform/limits/fair-turns';

/** Longer than the time for work in one turn of the event loop, and too short for a rest. */
export const PIECE_MS = 4;

/** An account of one address, or the anonymous callers of another. */
export const account = (accountId: string) => ({ accountId, address: '192.0.2.1' });
export const network = (address: string) => ({ accountId: null, address });

/** Turns with a clock that moves only with pieces of work, and the order in which these ran. Restore all mocks afterwards. */
export function startTurns() {
  let clock = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => clock);
  const order: string[] = [];
  return {
    turns: new FairTurns(),
    order,
    /** Runs a piece of work when its turn comes. */
    run: async (name: string, turn: Promise<void> | undefined): Promise<void> => {
      if (turn) await turn;
      order.push(name);
      clock += PIECE_MS;
    },
  };
}
