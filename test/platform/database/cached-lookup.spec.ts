import { CachedLookup } from '../../../src/platform/database/cached-lookup';

const LIMITS = { maxBytes: 1024 * 1024, ttlMs: 60_000 };

describe('CachedLookup', () => {
  /** The keys of each look-up. */
  let found: (readonly string[])[];

  beforeEach(() => {
    found = [];
  });

  /** Looks up the letters of a word. */
  function createLookup(limits: object = {}): CachedLookup<string[]> {
    return new CachedLookup(
      (keys) => {
        found.push(keys);
        return Promise.resolve(keys.map((key) => Array.from(key)));
      },
      { ...LIMITS, ...limits },
    );
  }

  it('returns for each key its own value, also if it is an empty array', async () => {
    const values = await createLookup().getAll(['fever', '', 'cough']);
    expect([...values]).toEqual([
      ['fever', ['f', 'e', 'v', 'e', 'r']],
      ['', []],
      ['cough', ['c', 'o', 'u', 'g', 'h']],
    ]);
  });

  it('looks up only keys that are not cached', async () => {
    const lookup = createLookup();
    await lookup.getAll(['fever', '']);
    const values = await lookup.getAll(['', 'cough', 'fever']);
    expect(found).toEqual([['fever', ''], ['cough']]);
    expect([...values.keys()]).toEqual(['', 'cough', 'fever']);
    expect(values.get('fever')).toEqual(Array.from('fever'));
  });

  it('looks up a key once if it occurs several times, also in concurrent calls', async () => {
    const lookup = createLookup({ maxKeys: 1 });
    const [one, other] = await Promise.all([
      lookup.getAll(['fever', 'cough', 'fever']),
      lookup.getAll(['cough', 'fever']),
    ]);
    expect(found).toEqual([['fever'], ['cough']]);
    expect(one).toEqual(other);
  });

  it('looks up at most `maxKeys` keys at once', async () => {
    const values = await createLookup({ maxKeys: 2 }).getAll(['a', 'b', 'c', 'd', 'e']);
    expect(found).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
    expect([...values].map(([key, value]) => [key, value.join('')])).toEqual(
      ['a', 'b', 'c', 'd', 'e'].map((key) => [key, key]),
    );
  });

  it('does not cache a failure', async () => {
    let isDown = true;
    const lookup = new CachedLookup<object>(
      (keys) => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(keys.map((key) => ({ key })))),
      LIMITS,
    );
    await expect(lookup.getAll(['fever', 'cough'])).rejects.toThrow('down');
    isDown = false;
    expect((await lookup.getAll(['fever'])).get('fever')).toEqual({ key: 'fever' });
  });

  it('rejects if a key has no value', async () => {
    const lookup = new CachedLookup<object>(() => Promise.resolve([]), LIMITS);
    await expect(lookup.getAll(['fever'])).rejects.toThrow(TypeError);
  });

  it('does not cache the values of long keys', async () => {
    const lookup = createLookup();
    const [longest, tooLong] = ['a'.repeat(40), 'a'.repeat(41)];
    expect((await lookup.getAll([longest, tooLong])).get(tooLong)).toHaveLength(41);
    await lookup.getAll([longest, tooLong]);
    expect(found).toEqual([[longest, tooLong], [tooLong]]);
  });

  it('forgets the keys that were not used for the longest time if the cached values are too large', async () => {
    const lookup = createLookup({ maxBytes: 10_000 });
    const keys = Array.from({ length: 100 }, (_none, index) => `key ${index}`);
    await lookup.getAll(keys);
    await lookup.getAll(['key 99', 'key 0']);
    expect(found).toEqual([keys, ['key 0']]);
  });
});
