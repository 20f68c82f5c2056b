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
    // A busy machine makes the parts shorter, never longer.
    const { turns } = await mapNumbers(45, 0.2);
    const sizes = turns.map((begin, part) => (turns[part + 1] ?? 45) - begin);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(45);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(5);
    expect((await mapNumbers(20)).turns).toEqual([]);
  });

  it('takes a turn for each item of a short list that takes longer than a part, after the first', async () => {
    const { turns, results } = await mapNumbers(20, 1.1);
    expect(turns).toEqual(Array.from({ length: 19 }, (_none, index) => index + 1));
    expect(results).toHaveLength(20);
  });

  it('serves others after each item that takes longer than a part', async () => {
    const { turns } = await mapNumbers(30, 1.1);
    expect(turns).toEqual(Array.from({ length: 30 }, (_none, index) => index));
  });

  it('takes a turn of the event loop for each part without a caller', async () => {
    let turns = 0;
    let isMapping = true;
    const countTurns = () => {
      turns += 1;
      if (isMapping) setImmediate(countTurns);
    };
    setImmediate(countTurns);
    const results = await mapInTurns(Array<number>(120).fill(1), (item) => {
      occupyProcessor(1.1);
      return item;
    });
    isMapping = false;
    expect(results).toHaveLength(120);
    expect(turns).toBeGreaterThan(100);
  });
});
