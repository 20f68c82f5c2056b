import request from 'supertest';
import { ACCOUNT_LIMIT, ADDRESS_LIMIT, suiteLimitedPlatform } from './limited-platform';

describe('the limits of calls per minute', () => {
  const { platform, newAddress } = suiteLimitedPlatform();

  const get = (target: string, address: string, cookie = '') =>
    request(platform.server)
      .get(`/api/trpc/${target}`)
      .set({ 'x-forwarded-for': address, ...(cookie && { cookie }) });

  it('tell an anonymous caller what the address has left', async () => {
    const address = newAddress();
    for (const remaining of [11, 10, 9]) {
      const response = await get('specialties.list', address).expect(200);
      expect(response.headers['ratelimit-policy']).toBe('"address";q=12;w=60');
      expect(response.headers.ratelimit).toMatch(new RegExp(`^"address";r=${remaining};t=(60|59)$`));
    }
  });

  it('tell an account what it has left, beside its address', async () => {
    const cookie = await platform.session({ role: 'user' });
    const { headers } = await get('auth.me', newAddress(), cookie).expect(200);
    expect(headers['ratelimit-policy']).toBe('"address";q=12;w=60, "account";q=5;w=60');
    expect(headers.ratelimit).toMatch(/^"address";r=11;t=\d+, "account";r=4;t=\d+$/);
  });

  it('refuse an address, and no other', async () => {
    const address = newAddress();
    for (let call = 0; call < ADDRESS_LIMIT; call += 1) await get('specialties.list', address).expect(200);
    const response = await get('specialties.list', address).expect(429);
    expect(response.headers['retry-after']).toMatch(/^(60|59)$/);
    expect(response.text).toContain('At most 12 calls from your network are answered per minute');
    await get('specialties.list', newAddress()).expect(200);
  });

  it('refuse an account from all its addresses, and no other account', async () => {
    const cookie = await platform.session({ role: 'user' });
    for (let call = 0; call < ACCOUNT_LIMIT; call += 1)
      await get('auth.me', newAddress(), cookie).expect(200);
    const response = await get('auth.me', newAddress(), cookie).expect(429);
    expect(response.text).toContain('At most 5 calls of your account are answered per minute');
    const other = await platform.session({ role: 'user', email: 'other@example.org' });
    await get('auth.me', newAddress(), other).expect(200);
  });

  it('count a batch as its calls', async () => {
    const names = Array<string>(ADDRESS_LIMIT).fill('specialties.list').join(',');
    const address = newAddress();
    await get(`${names}?batch=1`, address).expect(200);
    await get(`specialties.list?batch=1`, address).expect(429);
  });

  it('do not keep emergencies from their advice', async () => {
    const address = newAddress();
    for (let call = 0; call <= ADDRESS_LIMIT; call += 1) await get('specialties.list', address);
    const response = await request(platform.server)
      .post('/api/trpc/chatbot.sendMessage')
      .set('x-forwarded-for', address)
      .send({ 0: { json: { message: 'my chest hurts badly and I cannot breathe' } } });
    expect(response.status).toBe(200);
    expect(response.text).toContain('"urgency":"emergency"');
  });
});
