import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { decompress } from '../../../src/platform/http/decompression';

const TEXT = Buffer.from('a cough, '.repeat(100_000));
const LIMIT = TEXT.length;

describe('decompress', () => {
  it.each([
    ['br', brotliCompressSync(TEXT)],
    ['gzip', gzipSync(TEXT)],
    ['deflate', deflateSync(TEXT)],
  ])('returns the bytes of %s within the limit, and nothing above', async (encoding, bytes) => {
    const whole = await decompress(bytes, { encoding, caller: 'a', limit: LIMIT });
    expect(whole?.equals(TEXT)).toBe(true);
    expect(await decompress(bytes, { encoding, caller: 'a', limit: LIMIT - 1 })).toBeUndefined();
    const broken = decompress(bytes.subarray(0, 20), { encoding, caller: 'a', limit: LIMIT });
    await expect(broken).rejects.toThrow();
  });

  it('takes one body of each caller in turn, also after one that is broken', async () => {
    const order: string[] = [];
    const start = (caller: string, bytes = gzipSync(TEXT)) =>
      decompress(bytes, { encoding: 'gzip', caller, limit: LIMIT })
        .catch(() => undefined)
        .then(() => order.push(caller));
    await Promise.all([start('many', Buffer.from('x')), start('many'), start('many'), start('other')]);
    expect(order).toEqual(['many', 'many', 'other', 'many']);
  });
});
