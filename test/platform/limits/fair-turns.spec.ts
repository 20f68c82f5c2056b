import { FairTurns } from '../../../src/platform/limits/fair-turns';
import { TooManyRequestsException } from '../../../src/platform/limits/too-many-requests.exception';

/** Longer than the time for work in one turn of the event loop. */
const PIECE_MS = 6;

function occupyProcessor(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

describe('FairTurns', () => {
  afterEach(() => jest.restoreAllMocks());

  /** Runs pieces of work in the order in which callers ask for them, and returns the callers in the order of their turns. */
  async function orderOf(callers: readonly string[], milliseconds = PIECE_MS): Promise<string[]> {
    const turns = new FairTurns();
    const order: string[] = [];
    await Promise.all(
      callers.map(async (caller) => {
        const turn = turns.take(caller);
        if (turn) await turn;
        order.push(caller);
        occupyProcessor(milliseconds);
      }),
    );
    return order;
  }

  it('gives each caller one piece in turn, however many pieces another has', async () => {
    const callers = [...Array<string>(6).fill('many'), 'a', 'b', 'b'];
    expect(await orderOf(callers)).toEqual(['many', 'many', 'a', 'b', 'many', 'b', 'many', 'many', 'many']);
  });

  it('lets work that fits into one turn begin at once', async () => {
    jest.spyOn(performance, 'now').mockReturnValue(0);
    const turns = new FairTurns();
    expect([turns.take('a'), turns.take('a'), turns.take('b')]).toEqual([undefined, undefined, undefined]);
    await new Promise(setImmediate);
    expect(turns.take('a')).toBeUndefined();
  });

  it('serves timers and sockets between turns', async () => {
    let otherTasks = 0;
    const timer = setInterval(() => (otherTasks += 1), 1);
    await orderOf(Array<string>(20).fill('many'));
    clearInterval(timer);
    expect(otherTasks).toBeGreaterThanOrEqual(15);
  });

  it('refuses a caller of whom too many pieces wait, and nobody else', async () => {
    const turns = new FairTurns();
    void turns.take('many');
    occupyProcessor(PIECE_MS);
    const waiting = Array.from({ length: 2_000 }, async () => turns.take('many'));
    expect(() => turns.take('many')).toThrow(TooManyRequestsException);
    await turns.take('other');
    await Promise.all(waiting);
    await new Promise(setImmediate);
    expect(turns.take('many')).toBeUndefined();
  });
});
