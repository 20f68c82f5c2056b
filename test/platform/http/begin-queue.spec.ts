import { setImmediate as nextTurn } from 'node:timers/promises';
import { countAcceptedConnection } from '../../../src/platform/limits/accepted-connections';
import { BeginQueue } from '../../../src/platform/http/begin-queue';

const REQUESTS = 10;

describe('the queue of pipelined requests', () => {
  it('begins a few in each turn of the event loop, in their order', async () => {
    const queue = new BeginQueue();
    const begun: number[] = [];
    for (let request = 0; request < REQUESTS; request += 1) queue.add(() => begun.push(request));
    expect(begun).toEqual([]);
    await nextTurn();
    expect(begun).toEqual([0, 1, 2, 3]);
    queue.add(() => begun.push(REQUESTS));
    for (let turn = 0; turn < 3; turn += 1) await nextTurn();
    expect(begun).toEqual(Array.from({ length: REQUESTS + 1 }, (_none, request) => request));
  });

  it('begins one in a turn in which a connection was accepted', async () => {
    const queue = new BeginQueue();
    let begun = 0;
    for (let request = 0; request < REQUESTS; request += 1) queue.add(() => (begun += 1));
    countAcceptedConnection();
    await nextTurn();
    expect(begun).toBe(1);
    await nextTurn();
    expect(begun).toBe(5);
  });

  it('begins the others, each once, after one that throws', () => {
    const immediates: (() => void)[] = [];
    const scheduled = setImmediate(() => undefined);
    const schedule = jest.spyOn(globalThis, 'setImmediate').mockImplementation((callback) => {
      immediates.push(callback);
      return scheduled;
    });
    const queue = new BeginQueue();
    const begun: number[] = [];
    queue.add(() => {
      throw new Error('a begin that throws');
    });
    for (let request = 0; request < REQUESTS; request += 1) queue.add(() => begun.push(request));
    expect(immediates.shift()).toThrow('a begin that throws');
    for (let next = immediates.shift(); next; next = immediates.shift()) next();
    schedule.mockRestore();
    expect(begun).toEqual(Array.from({ length: REQUESTS }, (_none, request) => request));
  });
});
