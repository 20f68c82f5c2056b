import { storage } from 'nestjs-pino/storage';
import pino from 'pino';
import { mapInTurns, setCurrentCaller } from '../../../src/platform/limits/current-turns';
import { occupyProcessor } from '../../support/occupy-processor';

/** Maps numbers to their doubles, and records how many are done at each turn. */
async function mapNumbers(count: number, msPerItem = 0) {
  const turns: number[] = [];
  let done = 0;
  const takeTurn = () => {
    turns.push(done);
    return turns.length % 2 === 0 ? Promise.resolve() : undefined;
  };
  const results = await storage.run({ logger: pino({ enabled: false }) }, () => {
    setCurrentCaller({ key: 'caller', takeTurn });
    return mapInTurns(
      Array.from({ length: count }, (_, index) => index),
      (item, index) => {
        done += 1;
        occupyProcessor(msPerItem);
        return item + index;
      },
    );
  });
  return { turns, results };
}

describe('mapping a list in turns of its caller', () => {
  it('keeps the order of items and their indexes', async () => {
    const { results } = await mapNumbers(251);
    expect(results).toEqual(Array.from({ length: 251 }, (_, index) => 2 * index));
  });

  it('takes a turn for each millisecond of a long list, and none for a short one', async () => {
    expect((await mapNumbers(45, 0.2)).turns).toEqual([0, 10, 20, 30, 40]);
    expect((await mapNumbers(20, 0.2)).turns).toEqual([]);
  });

  it('needs no caller', async () => {
    expect(await mapInTurns(Array<number>(120).fill(1), (item) => item)).toHaveLength(120);
  });
});
