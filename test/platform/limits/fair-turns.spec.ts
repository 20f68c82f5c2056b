import { storage } from 'nestjs-pino/storage';
import pino from 'pino';
import { takeTurn } from '../../../src/platform/limits/current-turns';
import { FairTurns } from '../../../src/platform/limits/fair-turns';
import type { WorkOwner } from '../../../src/platform/limits/work-owner';
import { TooBusyException } from '../../../src/platform/limits/too-busy.exception';
import { TooManyRequestsException } from '../../../src/platform/limits/too-many-requests.exception';
import { occupyProcessor } from '../../support/occupy-processor';
import { PIECE_MS, account, network, startTurns } from './turn-order';

describe('FairTurns', () => {
  afterEach(() => jest.restoreAllMocks());

  /** Runs pieces of work in the order in which callers ask for them, and returns the callers in the order of their turns. */
  async function orderOf(
    callers: readonly string[],
    ownerOf: (caller: string) => WorkOwner,
  ): Promise<string[]> {
    const { turns, order, run } = startTurns();
    await Promise.all(callers.map((caller) => run(caller, turns.take(ownerOf(caller)))));
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
    const { turns, order, run } = startTurns();
    const calls = ['1', '2', '3', '4', '5'].map((name) => run(name, turns.take(network(name))));
    const message = async () => {
      for (const step of ['message', 'its reply']) await run(step, turns.takeForMessage(network('9')));
    };
    await Promise.all([...calls, message()]);
    expect(order).toEqual(['1', '2', 'message', '3', 'its reply', '4', '5']);
  });

  /** Runs messages of some pieces each, and returns their senders in the order in which they end. */
  async function endsOf(
    messages: readonly {
      sender: string;
      characters: number;
      pieces: number;
      sentAt?: number;
      replyPieces?: number;
    }[],
  ): Promise<string[]> {
    let clock = 0;
    jest.spyOn(performance, 'now').mockImplementation(() => clock);
    const turns = new FairTurns();
    const ended: string[] = [];
    await Promise.all(
      messages.map(async ({ sender, characters, pieces, sentAt = 0, replyPieces = 0 }) => {
        while (clock < sentAt) await new Promise(setImmediate);
        turns.countMessage(network(sender), characters);
        for (let piece = 0; piece < pieces + replyPieces; piece += 1) {
          const turn =
            piece < pieces
              ? turns.takeForMessage(network(sender))
              : turns.takeForReply(network(sender), false);
          if (turn) await turn;
          clock += PIECE_MS;
        }
        ended.push(sender);
      }),
    );
    return ended;
  }

  it('lets a short message of a new network pass long ones of any number of networks', async () => {
    const long = Array.from({ length: 50 }, (_none, index) => ({
      sender: `long ${index}`,
      characters: 4_000,
      pieces: 10,
    }));
    const ended = await endsOf([...long, { sender: 'short', characters: 40, pieces: 8, sentAt: 200 }]);
    expect(ended).toHaveLength(51);
    // Before it is sent, others have 50 pieces.
    expect(ended.indexOf('short')).toBeLessThanOrEqual(5);
  });

  it('lets a message of a new network pass those of networks that have sent messages before', async () => {
    const again = ['a', 'b', 'c'].flatMap((sender) =>
      Array.from({ length: 5 }, () => ({ sender, characters: 40, pieces: 4 })),
    );
    const ended = await endsOf([...again, { sender: 'new', characters: 40, pieces: 4, sentAt: 5 }]);
    expect(ended.indexOf('new')).toBeLessThanOrEqual(3);
  });

  it('serves short messages of new networks in their order, however short they are', async () => {
    const flood = Array.from({ length: 300 }, (_none, index) => ({
      sender: `letter ${index}`,
      characters: 1,
      pieces: 10,
      sentAt: Math.max(0, index - 50) * 10 * PIECE_MS,
    }));
    const ended = await endsOf([...flood, { sender: 'new', characters: 24, pieces: 10, sentAt: 400 }]);
    expect(ended.indexOf('new')).toBeLessThanOrEqual(65);
  });

  it.each<[string, (index: number) => string, string]>([
    ['IPv6', (index) => `2001:db8:7:${index.toString(16)}::1`, '2001:db8:8::1'],
    ['IPv4', (index) => `10.0.0.${index}`, '10.0.1.0'],
  ])(
    'lets a message pass those of new networks whose neighbours in %s sent others',
    async (_kind, senderOf, sender) => {
      const flood = Array.from({ length: 250 }, (_none, index) => ({
        sender: senderOf(index),
        characters: 1,
        pieces: 10,
        sentAt: Math.max(0, index - 50) * 10 * PIECE_MS,
      }));
      const ended = await endsOf([...flood, { sender, characters: 24, pieces: 10, sentAt: 400 }]);
      expect(ended.indexOf(sender)).toBeLessThanOrEqual(15);
    },
  );

  it('reads messages before it writes replies to others', async () => {
    const routine = Array.from({ length: 50 }, (_none, index) => ({
      sender: `routine ${index}`,
      characters: 40,
      pieces: 2,
      replyPieces: 20,
    }));
    const ended = await endsOf([...routine, { sender: 'new', characters: 40, pieces: 6, sentAt: 2_000 }]);
    expect(ended.indexOf('new')).toBeLessThanOrEqual(30);
    expect(ended).toHaveLength(51);
  });

  it('lets no long message wait for ever behind short ones of new networks', async () => {
    const short = Array.from({ length: 500 }, (_none, index) => ({
      sender: `short ${index}`,
      characters: 100,
      pieces: 1,
      sentAt: index * PIECE_MS,
    }));
    const ended = await endsOf([{ sender: 'long', characters: 4_000, pieces: 10 }, ...short]);
    expect(ended.indexOf('long')).toBeGreaterThan(50);
    expect(ended.indexOf('long')).toBeLessThan(250);
  });

  it('lets a check of a new network pass those of networks that were checked before, and calls pass all', async () => {
    const { turns, order, run } = startTurns();
    const check = (caller: string) => run(`check ${caller}`, turns.takeForCheck(network(caller)));
    const checks = ['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b', 'new'].map(check);
    await Promise.all([...checks, run('call', turns.take(network('c')))]);
    expect(order.indexOf('check new')).toBeLessThanOrEqual(4);
    expect(order.indexOf('call')).toBeLessThanOrEqual(2);
  });

  it('gives parts of a call that has begun their turn before other calls of its caller', async () => {
    const { turns, order, run } = startTurns();
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
    await turns.take(account('many'));
  });

  it('refuses a network of which too many checks wait, and not its calls', async () => {
    const turns = new FairTurns();
    void turns.take(network('192.0.2.1'));
    occupyProcessor(PIECE_MS);
    const check = (address: string) => turns.takeForCheck(network(address));
    const waiting = Array.from({ length: 2_000 }, async () => check('192.0.2.1'));
    expect(() => check('192.0.2.1')).toThrow(TooManyRequestsException);
    await Promise.all([turns.take(network('192.0.2.1')), check('192.0.2.2')]);
    await Promise.all(waiting);
  });

  it('refuses further checks while too many of all networks wait, but not the first one of a network', async () => {
    const turns = new FairTurns();
    void turns.take(network('192.0.2.1'));
    occupyProcessor(PIECE_MS);
    const waiting = Array.from({ length: 20_000 }, async (_none, index) =>
      turns.takeForCheck(network(`198.51.100.${index % 100}`)),
    );
    const first = turns.takeForCheck(network('192.0.2.2'));
    expect(() => turns.takeForCheck(network('192.0.2.2'))).toThrow(TooBusyException);
    await Promise.all([first, turns.take(network('192.0.2.2'))]);
    await Promise.all(waiting);
    // Not refused any more. The turn in which the last one ran may not be over.
    await turns.takeForCheck(network('192.0.2.2'));
  });
});
