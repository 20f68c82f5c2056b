import { storage } from 'nestjs-pino/storage';
import pino from 'pino';
import { FairTurns, MAX_WAITING_MESSAGES } from '../../../src/platform/limits/fair-turns';
import { TooBusyException } from '../../../src/platform/limits/too-busy.exception';
import { network, startTurns } from './turn-order';

describe('messages that wait', () => {
  afterEach(() => jest.restoreAllMocks());

  /** Lets a message of some characters wait, as one of the running request. */
  function waitFor(turns: FairTurns, sender: string, characters: number) {
    turns.countMessage(network(sender), characters);
    return turns.takeForMessage(network(sender));
  }

  it('leave the queue when their client disconnects', async () => {
    const { turns, order, run } = startTurns();
    const clients = Array.from({ length: 20 }, () => new AbortController());
    const messages = clients.map(({ signal }, index) =>
      storage.run({ logger: pino({ enabled: false }) }, () => {
        turns.setCaller(network('1'), () => signal);
        return run(String(index), waitFor(turns, '1', 4_000));
      }),
    );
    for (const client of clients.slice(1, -1)) client.abort();
    const ends = await Promise.allSettled(messages);
    expect(order).toEqual(['0', '19']);
    expect(ends.filter(({ status }) => status === 'rejected')).toHaveLength(18);
    await expect(messages[1]).rejects.toMatchObject({ status: 408, message: 'the client disconnected' });
    await run('later', waitFor(turns, '1', 4_000));
    expect(order).toContain('later');
  });

  it('refuses the oldest of the networks that sent the most, and none of one that sent little', async () => {
    const { turns, run } = startTurns();
    const refused: string[] = [];
    const send = (name: string, sender: string, characters: number) =>
      run(name, waitFor(turns, sender, characters)).catch((error: unknown) => {
        expect(error).toBeInstanceOf(TooBusyException);
        refused.push(name);
      });
    const first = send('first', '0', 1);
    const short = Array.from({ length: MAX_WAITING_MESSAGES - 3 }, (_none, index) =>
      send(`short ${index}`, `1.${index}`, 100),
    );
    const long = ['a', 'b', 'a', 'a', 'b', 'b'].map((sender, index) =>
      send(`${sender}${index}`, sender, 4_000),
    );
    const emergencies = ['c', 'd'].map((sender) => send(`emergency ${sender}`, sender, 40));
    await Promise.all([first, ...short, ...long, ...emergencies]);
    expect(refused).toHaveLength(5);
    expect(refused[0]).toBe('a0');
    expect(refused.every((name) => /^[ab]\d$/.test(name))).toBe(true);
  });
});
