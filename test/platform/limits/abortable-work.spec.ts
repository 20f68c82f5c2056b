import { storage } from 'nestjs-pino/storage';
import pino from 'pino';
import { runForOthers, runUntilAborted } from '../../../src/platform/limits/abortable-work';
import { mapInTurns, setCurrentCaller, takeTurn } from '../../../src/platform/limits/current-turns';
import { occupyProcessor } from '../../support/occupy-processor';

const ITEMS = 200;
const REASON = new Error('the client left');

/** Maps long items, of which the tenth aborts the work, and returns how many are mapped. */
function mapUntilAborted(takeTurnOfCaller: (() => Promise<void> | undefined) | undefined) {
  const controller = new AbortController();
  let mapped = 0;
  const map = () =>
    mapInTurns(Array.from({ length: ITEMS }), () => {
      mapped += 1;
      occupyProcessor(1.1);
      if (mapped === 10) controller.abort(REASON);
    });
  const run = (work: () => Promise<unknown>) =>
    storage.run({ logger: pino({ enabled: false }) }, () => {
      if (takeTurnOfCaller) setCurrentCaller({ key: 'caller', takeTurn: takeTurnOfCaller });
      return runUntilAborted(controller.signal, work);
    });
  return { map, run, mapped: () => mapped };
}

describe('work of an aborted signal', () => {
  it.each([
    ['turns for now', () => undefined],
    ['turns that wait', () => Promise.resolve()],
    ['no caller', undefined],
  ])('ends at its next turn, with %s', async (_case, takeTurnOfCaller) => {
    const { map, run, mapped } = mapUntilAborted(takeTurnOfCaller);
    await expect(run(map)).rejects.toBe(REASON);
    expect(mapped()).toBe(10);
  });

  it('ends after the turn for which it waits', async () => {
    const controller = new AbortController();
    await storage.run({ logger: pino({ enabled: false }) }, async () => {
      setCurrentCaller({
        key: 'caller',
        takeTurn: () => {
          controller.abort(REASON);
          return Promise.resolve();
        },
      });
      await expect(runUntilAborted(controller.signal, async () => takeTurn())).rejects.toBe(REASON);
    });
  });

  it('goes on if others wait for its result', async () => {
    const { map, run, mapped } = mapUntilAborted(() => undefined);
    await run(() => runForOthers(map));
    expect(mapped()).toBe(ITEMS);
  });
});
