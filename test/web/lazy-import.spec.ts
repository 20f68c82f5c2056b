import { lazyImport } from '../../web/shared/lazy-import';

describe('lazyImport', () => {
  it('imports the module once', async () => {
    let loads = 0;
    const load = lazyImport(() => Promise.resolve({ number: (loads += 1) }));
    expect(await Promise.all([load(), load()])).toEqual([{ number: 1 }, { number: 1 }]);
    expect(await load()).toEqual({ number: 1 });
  });

  it('changes the URL suffix after each failure', async () => {
    const suffixes: (string | undefined)[] = [];
    const load = lazyImport(() => {
      suffixes.push(globalThis.importSuffix);
      return suffixes.length < 3 ? Promise.reject(new TypeError('no network')) : Promise.resolve('loaded');
    });
    await expect(load()).rejects.toThrow('no network');
    await expect(load()).rejects.toThrow('no network');
    expect(await load()).toBe('loaded');
    expect(new Set(suffixes).size).toBe(3);
    expect(suffixes[2]).toMatch(/^\?retry=\d+$/);
  });
});
