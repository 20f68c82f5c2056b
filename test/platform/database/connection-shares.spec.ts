import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { storage } from 'nestjs-pino/storage';
import pino from 'pino';
import { ConnectionShares } from '../../../src/platform/database/connection-shares';
import { DatabaseBusyError } from '../../../src/platform/database/database-busy-error';
import { setCurrentCaller } from '../../../src/platform/limits/current-turns';
import { RequestStore } from '../../../src/platform/http/current-request';

/** Runs work as part of a request of its own. */
const inRequest = <T>(work: () => T): T =>
  storage.run(new RequestStore(pino({ enabled: false }), new IncomingMessage(new Socket())), work);

describe('the connections of a pool', () => {
  it('go to requests in turn, however many calls one of them has', async () => {
    const shares = new ConnectionShares(() => 1, 60_000);
    const order: string[] = [];
    const use = async (name: string) => {
      const release = await shares.enter('interactive');
      order.push(name);
      await new Promise(setImmediate);
      release();
    };
    const batch = inRequest(() => ['first', 'second', 'third', 'fourth'].map(use));
    const other = inRequest(() => use('other request'));
    const outside = use('no request');
    await Promise.all([...batch, other, outside]);
    expect(order).toEqual(['first', 'second', 'other request', 'no request', 'third', 'fourth']);
  });

  it('go to callers in turn, however many requests one of them has, and a quarter of them at most to one caller', async () => {
    const shares = new ConnectionShares(() => 8, 60_000);
    const enterAs = (key: string) =>
      inRequest(async () => {
        setCurrentCaller({ key, takeTurn: () => undefined });
        const release = await shares.enter('interactive');
        entered.push(key);
        return release;
      });
    const entered: string[] = [];
    const many = Array.from({ length: 3 }, () => enterAs('many'));
    await new Promise(setImmediate);
    expect(entered).toEqual(['many', 'many']);
    const other = enterAs('other');
    await other;
    expect(entered).toEqual(['many', 'many', 'other']);
    (await many[0])?.();
    await new Promise(setImmediate);
    expect(entered).toEqual(['many', 'many', 'other', 'many']);
  });

  it('are two for one caller, however few there are: one of its calls may wait for a lock', async () => {
    const shares = new ConnectionShares(() => 3, 60_000);
    await inRequest(async () => {
      setCurrentCaller({ key: 'caller', takeTurn: () => undefined });
      const [first, second] = await Promise.all([shares.enter('interactive'), shares.enter('interactive')]);
      expect(shares.state()).toContainEqual({ work: 'interactive', held: 2, waiting: 0 });
      first();
      second();
    });
  });

  it('are refused to a call that waits too long, which others do not notice', async () => {
    const shares = new ConnectionShares(() => 1, 20);
    const release = await shares.enter('interactive');
    await expect(inRequest(() => shares.enter('interactive'))).rejects.toBeInstanceOf(DatabaseBusyError);
    const waiting = shares.enter('interactive');
    release();
    (await waiting)();
    expect(shares.state()).toContainEqual({ work: 'interactive', held: 0, waiting: 0 });
  });
});
