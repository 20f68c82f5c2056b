import { suitePlatform } from '../../support/platform';

describe('an idle connection', () => {
  const platform = suitePlatform({ KEEP_ALIVE_SECONDS: '77' });

  it('stays open for KEEP_ALIVE_SECONDS', async () => {
    const { headers } = await fetch(`${await platform.listen()}/livez`);
    expect(headers.get('keep-alive')).toBe('timeout=77, max=10000');
  });
});
