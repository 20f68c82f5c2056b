import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { storage } from 'nestjs-pino/storage';
import pino from 'pino';
import { RequestStore } from '../../../src/platform/http/current-request';
import { setCurrentCaller } from '../../../src/platform/limits/current-turns';
import { currentSignal, runUntilAborted } from '../../../src/platform/limits/abortable-work';
import { ResponseStore } from '../../../src/platform/trpc/shared-responses/response-store';

/** Runs work as a request of a caller. */
const runAs = <T>(key: string, work: () => T): T =>
  storage.run(new RequestStore(pino({ enabled: false }), new IncomingMessage(new Socket())), () => {
    setCurrentCaller({ key, takeTurn: () => undefined });
    return work();
  });

describe('the store of shared responses', () => {
  /** A store with one key, whose data has a version; computations end one by one. */
  function setUp() {
    const store = new ResponseStore();
    const data = { version: 1 };
    const ends: (() => void)[] = [];
    const signals: (AbortSignal | undefined)[] = [];
    let computations = 0;
    const compute = async () => {
      computations += 1;
      signals.push(currentSignal());
      const seen = data.version;
      await new Promise<void>((resolve) => ends.push(resolve));
      return `data of version ${seen}`;
    };
    const get = async () =>
      (await store.get('key', { readVersion: () => Promise.resolve(String(data.version)), compute })).body;
    const endNext = async () => {
      while (ends.length === 0) await new Promise((resolve) => setImmediate(resolve));
      ends.shift()?.();
    };
    return { store, data, get, endNext, signals, count: () => computations };
  }

  it('computes a response once for all calls that arrive before its computation starts', async () => {
    const { get, endNext, count } = setUp();
    const calls = [get(), get(), get()];
    await endNext();
    expect(await Promise.all(calls)).toEqual(Array(3).fill('data of version 1'));
    expect(await get()).toBe('data of version 1');
    expect(count()).toBe(1);
  });

  it('computes it for the others if the first call is aborted', async () => {
    const { get, endNext, signals } = setUp();
    const first = runUntilAborted(AbortSignal.abort(), get);
    const second = get();
    await endNext();
    expect(await Promise.all([first, second])).toEqual(Array(2).fill('data of version 1'));
    expect(signals).toEqual([undefined]);
  });

  it('computes it again after the data changed', async () => {
    const { data, get, endNext, count } = setUp();
    const first = get();
    await endNext();
    await first;
    data.version = 2;
    const second = get();
    await endNext();
    expect(await second).toBe('data of version 2');
    expect(count()).toBe(2);
  });

  it('never returns a response that was computed before the call with older data', async () => {
    const { data, get, endNext, count } = setUp();
    const early = get();
    await new Promise((resolve) => setImmediate(resolve));
    data.version = 2;
    const late = [get(), get(), get()];
    await endNext();
    expect(await early).toBe('data of version 1');
    await endNext();
    expect(await Promise.all(late)).toEqual(Array(3).fill('data of version 2'));
    expect(count()).toBe(2);
  });

  it('does not store a failure, and computes again for the next call', async () => {
    const { store, get, endNext } = setUp();
    const failing = () =>
      store.get('key', {
        readVersion: () => Promise.resolve('1'),
        compute: () => Promise.reject(new Error('broken')),
      });
    await expect(failing()).rejects.toThrow('broken');
    const next = get();
    await endNext();
    expect(await next).toBe('data of version 1');
  });

  it('keeps the responses of different keys apart', async () => {
    const store = new ResponseStore();
    const get = (key: string) =>
      store.get(key, {
        readVersion: () => Promise.resolve('1'),
        compute: () => Promise.resolve(`data of ${key}`),
        hasEtag: true,
      });
    const [first, second] = [await get('a'), await get('b')];
    expect([first.body, second.body]).toEqual(['data of a', 'data of b']);
    expect(first.etag).not.toBe(second.etag);
  });

  it('computes a response again for callers who wait too long for the computation of another one', async () => {
    const { get, endNext, count } = setUp();
    const calls = [runAs('busy', get), runAs('busy', get), runAs('second', get), runAs('third', get)];
    await new Promise((resolve) => setTimeout(resolve, 2_200));
    // Those of one caller wait for each other, and others wait longer for the next computation.
    expect(count()).toBe(2);
    await endNext();
    await endNext();
    expect(await Promise.all(calls)).toEqual(Array(4).fill('data of version 1'));
    expect(count()).toBe(2);
  });

  it('is computed three times at most for callers who wait, if it fails each time', async () => {
    const store = new ResponseStore();
    const compute = jest.fn(() => Promise.reject<string>(new Error('the database is full')));
    const readVersion = () => Promise.resolve('1');
    const calls = ['a', 'b', 'c', 'd', 'e'].map((owner) =>
      runAs(owner, () => store.get('key', { readVersion, compute })),
    );
    for (const call of calls) await expect(call).rejects.toThrow('the database is full');
    expect(compute).toHaveBeenCalledTimes(3);
  });

  it('does not share the failure of another caller', async () => {
    const { store, get, endNext } = setUp();
    const failed = runAs('busy', () =>
      store.get('key', {
        readVersion: () => Promise.resolve('1'),
        compute: () => Promise.reject(new Error('its turn did not come')),
      }),
    );
    const next = runAs('second', get);
    await expect(failed).rejects.toThrow('its turn did not come');
    await endNext();
    expect(await next).toBe('data of version 1');
  });
});
