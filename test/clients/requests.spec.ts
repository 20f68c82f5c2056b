import { clientCredentials } from '../../client/client-credentials';
import { type HealthClientOptions, createHealthClient } from '../../client/health-client';
import { type FixedResponseServer, startFixedServer } from '../integrations/reference/fixed-response-server';

const CONSULTATION = {
  patientId: 'P-10482',
  pathologyName: 'Malaria',
  consultationDate: '2026-03-14T09:30:00Z',
};

describe('requests of the client', () => {
  const servers: FixedResponseServer[] = [];

  afterAll(() => {
    for (const server of servers) server.close();
  });

  async function startServer(status: number, headers: Readonly<Record<string, string>> = {}) {
    const server = await startFixedServer({
      status,
      headers: { 'content-type': 'application/json', ...headers },
      body: status === 200 ? '{"result":{"data":{"json":{}}}}' : '',
    });
    servers.push(server);
    return server;
  }

  it.each([301, 302, 307, 308])(
    'do not follow a redirect with status %d to another origin',
    async (status) => {
      const other = await startServer(200);
      const first = await startServer(status, { location: `${other.origin}/elsewhere` });
      const health = createHealthClient({ baseUrl: first.origin, token: 'a-token', retries: 0 });
      await expect(health.consultations.record.mutate(CONSULTATION)).rejects.toThrow();
      await expect(health.specialties.list.query()).rejects.toThrow();
      const credentials = { clientId: 'clinic', clientSecret: 'secret', authentication: 'form' } as const;
      const token = clientCredentials({ tokenUrl: first.origin, ...credentials });
      await expect(async () => token()).rejects.toThrow();
      expect(first.requests).toHaveLength(3);
      expect(other.requests).toEqual([]);
    },
  );

  /** Returns the header `Idempotency-Key` of a call. */
  const getSentKey = async (options: Partial<HealthClientOptions>, idempotencyKey?: string) => {
    const { origin, requests } = await startServer(200);
    const health = createHealthClient({ baseUrl: origin, ...options });
    await health.consultations.record.mutate(CONSULTATION, {
      ...(idempotencyKey !== undefined && { context: { idempotencyKey } }),
    });
    expect(requests).toHaveLength(1);
    return requests[0]?.headers['idempotency-key'];
  };

  it('use the idempotency key of the call, else of the headers in any case, else a new one', async () => {
    const headers = { 'Idempotency-Key': 'mine' };
    const token = 'a-token';
    expect(await getSentKey({ token, headers })).toBe('mine');
    expect(await getSentKey({ token, headers: () => headers })).toBe('mine');
    expect(await getSentKey({ token, headers }, 'of-the-call')).toBe('of-the-call');
    expect(await getSentKey({ token })).toMatch(/^[0-9a-f]{32}$/);
    expect(await getSentKey({})).toBeUndefined();
  });
});
