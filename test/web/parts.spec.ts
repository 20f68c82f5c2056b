import { part } from '../../web/shared/parts';

describe('a part of the dashboard that is loaded later', () => {
  it('is loaded once, however often it is asked for', async () => {
    let loads = 0;
    const load = part(() => Promise.resolve({ number: (loads += 1) }));
    expect(await Promise.all([load(), load()])).toEqual([{ number: 1 }, { number: 1 }]);
    expect(await load()).toEqual({ number: 1 });
  });

  it('is asked for by an address of its own after each failure', async () => {
    const addresses: (string | undefined)[] = [];
    const load = part(() => {
      addresses.push(globalThis.addressEnd);
      return addresses.length < 3 ? Promise.reject(new TypeError('no network')) : Promise.resolve('loaded');
    });
    await expect(load()).rejects.toThrow('no network');
    await expect(load()).rejects.toThrow('no network');
    expect(await load()).toBe('loaded');
    expect(new Set(addresses).size).toBe(3);
    expect(addresses[2]).toMatch(/^\?retry=\d+$/);
  });
});
