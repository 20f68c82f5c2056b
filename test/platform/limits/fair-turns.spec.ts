import { storage } from 'nestjs-pino/storage';
import pino from 'pino';
import { takeTurn } from '../../../src/platform/limits/current-turns';
import { FairTurns } from '../../../src/platform/limits/fair-turns';
import type { WorkOwner } from '../../../src/platform/limits/work-owner';
import { TooManyRequestsException } from '../../../src/platform/limits/too-many-requests.exception';
import { occupyProcessor } from '../../support/occupy-processor';

/** Longer than the time for work in one turn of the event loop, and too short for a rest. */
const PIECE_MS = 4;

const account = (accountId: string) => ({ accountId, address: '192.0.2.1' });
const network = (address: string) => ({ accountId: null, address });

describe('FairTurns', () => {
  afterEach(() => jest.restoreAllMocks());

  /** Runs pieces of work in the order in which callers ask for them, and returns the callers in the order of their turns. */
  async function orderOf(
    callers: readonly string[],
    ownerOf: (caller: string) => WorkOwner,
  ): Promise<string[]> {
    let clock = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => clock);
    const turns = new FairTurns();
    const order: string[] = [];
    await Promise.all(
      callers.map(async (caller) => {
        const turn = turns.take(ownerOf(caller));
        if (turn) await turn;
        order.push(caller);
        clock += PIECE_MS;
      }),
    );
    return order;
  }

  it('gives each caller one piece in turn, however many pieces another has', async () => {
    const callers = [...Array<string>(6).fill('many'), 'a', 'b', 'b'];
    const expected = ['many', 'many', 'a', 'b', 'many', 'b', 'many', 'many', 'many'];
    expect(await orderOf(callers, account)).toEqual(expected);
    expect(await orderOf(callers, network)).toEqual(expected);
  });

  it('gives accounts and networks one piece in turn, however many networks there are', async () => {
    const callers = ['1', '2', '3', '4', '5', '6', 'a', 'a', 'b'];
    const ownerOf = (caller: string) => (/\d/.test(caller) ? network(caller) : account(caller));
    expect(await orderOf(callers, ownerOf)).toEqual(['1', 'a', '2', 'b', '3', 'a', '4', '5', '6']);
  });

  it('gives messages a piece in turn with calls, however many networks there are', async () => {
    let clock = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => clock);
    const turns = new FairTurns();
    const order: string[] = [];
    const run = async (name: string, takeTurn: () => Promise<void> | undefined) => {
      const turn = takeTurn();
      if (turn) await turn;
      order.push(name);
      clock += PIECE_MS;
    };
    const calls = ['1', '2', '3', '4', '5'].map((name) => run(name, () => turns.take(network(name))));
    const message = async () => {
      for (const step of ['message', 'its reply']) await run(step, () => turns.takeForMessage(network('9')));
    };
    await Promise.all([...calls, message()]);
    expect(order).toEqual(['1', '2', 'message', '3', 'its reply', '4', '5']);
  });

  it('gives parts of a call that has begun their turn before other calls of its caller', async () => {
    let clock = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => clock);
    const turns = new FairTurns();
    const order: string[] = [];
    const run = async (name: string, turn: Promise<void> | undefined) => {
      if (turn) await turn;
      order.push(name);
      clock += PIECE_MS;
    };
    const calls = ['1', '2', '3'].map((name) => run(name, turns.take(account('a'))));
    const parts = storage.run({ logger: pino({ enabled: false }) }, () => {
      turns.setCaller(account('a'));
      return ['part 1', 'part 2'].map((name) => run(name, takeTurn()));
    });
    await Promise.all([...calls, ...parts]);
    expect(order).toEqual(['1', 'part 1', 'part 2', '2', '3']);
  });

  it('lets work that fits into one turn begin at once', async () => {
    jest.spyOn(performance, 'now').mockReturnValue(0);
    const turns = new FairTurns();
    expect([turns.take(account('a')), turns.take(account('a')), turns.take(account('b'))]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
    await new Promise(setImmediate);
    expect(turns.take(account('a'))).toBeUndefined();
  });

  it('lets the event loop serve others between turns', async () => {
    let otherTasks = 0;
    const countTask = () => {
      otherTasks += 1;
      next = setImmediate(countTask);
    };
    let next = setImmediate(countTask);
    await orderOf(Array<string>(20).fill('many'), account);
    clearImmediate(next);
    expect(otherTasks).toBeGreaterThanOrEqual(15);
  });

  it('lets a caller rest after a long piece twice as long as it took', async () => {
    const turns = new FairTurns();
    const gaps: number[] = [];
    let endedAt = -Infinity;
    const work = async () => {
      const turn = turns.take(account('long'));
      if (turn) await turn;
      gaps.push(performance.now() - endedAt);
      occupyProcessor(20);
      endedAt = performance.now();
    };
    await Promise.all([work(), work(), work(), work()]);
    // The first piece is long before any is known to be.
    for (const gap of gaps.slice(2)) expect(gap).toBeGreaterThan(35);
  });

  it('refuses a caller of whom too many pieces wait, and nobody else', async () => {
    const turns = new FairTurns();
    void turns.take(account('many'));
    occupyProcessor(PIECE_MS);
    const waiting = Array.from({ length: 2_000 }, async () => turns.take(account('many')));
    expect(() => turns.take(account('many'))).toThrow(TooManyRequestsException);
    await turns.take(account('other'));
    await Promise.all(waiting);
    await new Promise(setImmediate);
    expect(turns.take(account('many'))).toBeUndefined();
  });
});
