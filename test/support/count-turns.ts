import { storage } from 'nestjs-pino/storage';
import pino from 'pino';
import { setCurrentCaller } from '../../src/platform/limits/current-turns';

/** Runs work as a request, and returns the turns that it takes on a processor so slow that each of its pieces is a long one. */
export async function countTurns(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let clock = 0;
  const now = jest.spyOn(performance, 'now').mockImplementation(() => (clock += 1_000));
  await storage.run({ logger: pino({ enabled: false }) }, () => {
    setCurrentCaller({
      key: 'caller',
      takeTurn: () => {
        turns += 1;
        return undefined;
      },
    });
    return work();
  });
  now.mockRestore();
  return turns;
}
