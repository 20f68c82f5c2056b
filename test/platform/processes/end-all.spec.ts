import { setTimeout as wait } from 'node:timers/promises';
import { endAll } from '../../../src/platform/processes/end-all';

describe('the end of several parts of a process', () => {
  it('waits for the others if one fails, and then throws its error', async () => {
    const ended: string[] = [];
    const end = async (name: string, afterMs: number) => {
      await wait(afterMs);
      ended.push(name);
    };
    const failing = Promise.reject(new Error('the collector of traces did not answer in time'));
    await expect(endAll([failing, end('metrics', 50), end('log', 20)])).rejects.toThrow(
      'the collector of traces',
    );
    expect(ended).toEqual(['log', 'metrics']);
  });

  it('throws the failure of the first part if several fail', async () => {
    const later = wait(20).then(() => Promise.reject(new Error('first')));
    await expect(endAll([later, Promise.reject(new Error('second'))])).rejects.toThrow('first');
  });

  it('succeeds if all do', async () => {
    await expect(endAll([wait(5), Promise.resolve()])).resolves.toBeUndefined();
  });
});
