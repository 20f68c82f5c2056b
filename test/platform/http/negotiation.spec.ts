import { limitNegotiation } from '../../../src/platform/http/negotiation';

describe('the headers of content negotiation', () => {
  const limit = (accept: string) => {
    const headers = { accept };
    limitNegotiation({ headers });
    return headers.accept;
  };

  it('stay as they are if they are as long as those of browsers', () => {
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8';
    expect(limit(accept)).toBe(accept);
  });

  it('lose their last ranges if they offer too many, and never a part of one', () => {
    const ranges = Array.from({ length: 800 }, (_none, index) => `application/x-${index}`);
    const kept = limit(['application/json', ...ranges].join(',')).split(',');
    expect(kept.length).toBeLessThan(80);
    expect(kept).toEqual(['application/json', ...ranges].slice(0, kept.length));
  });

  it('become empty if they are one long range', () => {
    expect(limit('a'.repeat(5_000))).toBe('');
  });

  it('of conditional requests are cut in the same way', () => {
    const headers = { 'if-none-match': `"a",${'"b",'.repeat(3_000)}` };
    limitNegotiation({ headers });
    expect(headers['if-none-match'].length).toBeLessThanOrEqual(1_000);
    expect(headers['if-none-match']).toMatch(/^"a","b",.*"b"$/);
  });
});
