import { setImmediate } from 'node:timers/promises';
import { QueuedLimit } from '../../../src/platform/limits/queued-limit';
import { TooBusyException } from '../../../src/platform/limits/too-busy.exception';
import { TooManyRequestsException } from '../../../src/platform/limits/too-many-requests.exception';

describe('QueuedLimit', () => {
  let ended: AbortController;
  beforeEach(() => (ended = new AbortController()));
  // Ends what still waits. Its refusal would otherwise fail a later suite.
  afterEach(() => {
    ended.abort();
  });

  const create = (maxMs = 60_000) =>
    new QueuedLimit({
      content: 'things',
      perKey: 2,
      inAll: 3,
      waiting: { perKey: 2, inAll: 3, maxMs },
    });

  /** Enters with each key, and collects the keys that have a slot, and the functions that free it. */
  function enterAll(limit: QueuedLimit, keys: readonly string[]) {
    const begun: string[] = [];
    const leave: (() => void)[] = [];
    for (const key of keys)
      limit.enter(key, ended.signal).then(
        (free) => {
          begun.push(key);
          leave.push(free);
        },
        () => undefined,
      );
    return { begun, leave };
  }

  it('runs as many of a key and of all as it says, the others in turns of the keys', async () => {
    const { begun, leave } = enterAll(create(), ['a', 'a', 'a', 'a', 'b', 'c']);
    await setImmediate();
    expect(begun).toEqual(['a', 'a', 'b']);
    const [first, second] = leave;
    first?.();
    first?.();
    await setImmediate();
    expect(begun).toEqual(['a', 'a', 'b', 'a']);
    second?.();
    await setImmediate();
    expect(begun).toEqual(['a', 'a', 'b', 'a', 'c']);
  });

  it('refuses an operation if too many others wait', async () => {
    const limit = create();
    enterAll(limit, ['a', 'a', 'a', 'a', 'b', 'b']);
    await expect(limit.enter('a', ended.signal)).rejects.toThrow(TooManyRequestsException);
    await expect(limit.enter('c', ended.signal)).rejects.toThrow(TooBusyException);
  });

  it('refuses an operation that has waited too long, and gives it no slot later', async () => {
    const limit = create(10);
    const { begun, leave } = enterAll(limit, ['a', 'a']);
    await expect(limit.enter('a', ended.signal)).rejects.toMatchObject({ retryAfterSeconds: 10 });
    for (const free of leave) free();
    enterAll(limit, ['a', 'a']);
    await setImmediate();
    expect(begun).toEqual(['a', 'a']);
    await expect(limit.enter('b', ended.signal)).resolves.toBeDefined();
  });

  it('ends the wait with the reason of an aborted signal', async () => {
    const limit = create();
    const { leave } = enterAll(limit, ['a', 'a']);
    const controller = new AbortController();
    const waiting = limit.enter('a', controller.signal);
    const reason = new Error('left');
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await expect(limit.enter('a', controller.signal)).rejects.toBe(reason);
    for (const free of leave) free();
    await expect(
      Promise.all([limit.enter('a', ended.signal), limit.enter('a', ended.signal)]),
    ).resolves.toHaveLength(2);
  });
});
