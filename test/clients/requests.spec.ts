import type { IncomingHttpHeaders } from 'node:http';
import { clientCredentials } from '../../client/client-credentials';
import { type HealthClientOptions, createHealthClient } from '../../client/health-client';
import { type FixedResponseServer, startFixedResponseServer } from '../integrations/reference/fixed-response-server';

const CONSULTATION = {
  patientId: 'P-10482',
  pathologyName: 'Malaria',
  consultationDate: '2026-03-14T09:30:00Z',
};

describe('what the client sends', () => {
  const servers: FixedResponseServer[] = [];

  afterAll(() => {
    for (const server of servers) server.close();
  });

  async function listening(status: number, headers: Readonly<Record<string, string>> = {}) {
    const server = await startFixedResponseServer({
      status,
      headers: { 'content-type': 'application/json', ...headers },
      body: status === 200 ? '{"result":{"data":{"json":{}}}}' : '',
    });
    servers.push(server);
    return server;
  }

  it.each([301, 302, 307, 308])(
    'is not carried to another origin by a redirect of %d: neither patients nor secrets',
    async (status) => {
      const other = await listening(200);
      const first = await listening(status, { location: `${other.origin}/elsewhere` });
      const health = createHealthClient({ baseUrl: first.origin, token: 'a-token', retries: 0 });
      await expect(health.consultations.record.mutate(CONSULTATION)).rejects.toThrow();
      await expect(health.specialties.list.query()).rejects.toThrow();
      const token = clientCredentials({
        tokenUrl: first.origin,
        clientId: 'clinic',
        clientSecret: 'secret',
        authentication: 'form',
      });
      await expect(async () => token()).rejects.toThrow();
      expect(first.seen).toHaveLength(3);
      expect(other.seen).toEqual([]);
    },
  );

  const headersSent = async (
    options: Partial<HealthClientOptions>,
    idempotencyKey?: string,
  ): Promise<IncomingHttpHeaders | undefined> => {
    const { origin, seen } = await listening(200);
    const health = createHealthClient({ baseUrl: origin, ...options });
    await health.consultations.record.mutate(CONSULTATION, {
      ...(idempotencyKey !== undefined && { context: { idempotencyKey } }),
    });
    return seen[0]?.headers;
  };

  it('has one key: that of the call, else that of the headers however they are written, else a new one', async () => {
    const headers = { 'Idempotency-Key': 'mine' };
    const token = 'a-token';
    expect(await headersSent({ token, headers })).toMatchObject({ 'idempotency-key': 'mine' });
    expect(await headersSent({ token, headers: () => headers })).toMatchObject({ 'idempotency-key': 'mine' });
    expect(await headersSent({ token, headers }, 'of-the-call')).toMatchObject({
      'idempotency-key': 'of-the-call',
    });
    expect(await headersSent({ token })).toMatchObject({
      'idempotency-key': expect.stringMatching(/^[0-9a-f]{32}$/) as string,
    });
    expect(await headersSent({})).not.toHaveProperty('idempotency-key');
  });
});
