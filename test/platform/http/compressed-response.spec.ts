import { brotliDecompressSync } from 'node:zlib';
import { CompressibleTexts } from '../../../src/platform/http/compressed-response';

describe('texts of which many are equal', () => {
  it('are compressed once for each encoding', async () => {
    const texts = new CompressibleTexts();
    const [first, second] = ['a page', ['a', 'page'].join(' ')].map((text) => texts.get(text));
    expect(await first?.compress('br')).toBe(await second?.compress('br'));
    expect(await first?.compress('gzip')).not.toBe(await second?.compress('br'));
  });

  it('are compressed apart if they differ', async () => {
    const texts = new CompressibleTexts();
    const pages = ['a page', 'another page'];
    const compressed = await Promise.all(pages.map((page) => texts.get(page).compress('br')));
    expect(compressed.map((bytes) => brotliDecompressSync(bytes).toString())).toEqual(pages);
  });

  it('are no longer in memory after fifty others', async () => {
    const texts = new CompressibleTexts();
    const first = texts.get('a page');
    for (let number = 0; number < 50; number += 1) texts.get(`page ${number}`);
    expect(texts.get('a page')).not.toBe(first);
    await first.compress('br');
  });
});
