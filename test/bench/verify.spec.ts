import { createServer, type Server } from 'node:http';
import { verifyPath } from '../../bench/comparison/verify';
import { listenOnLoopback } from '../support/loopback';

const HEADERS = {
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'self'",
  'content-type': 'application/json',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
  'x-request-id': 'request-1',
};

const PATH = {
  name: 'auth.me',
  requests: [{ method: 'GET', path: '/api/trpc/auth.me', headers: {} }],
  ownFields: ['id'],
} as const;

interface Behaviour {
  readonly status?: number;
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
  readonly isLogged?: boolean;
}

describe('the comparison of the contestants', () => {
  const servers: Server[] = [];

  async function contestant(name: 'bare' | 'ours', behaviour: Behaviour) {
    const {
      status = 200,
      body = { id: name, role: 'doctor' },
      headers = HEADERS,
      isLogged = true,
    } = behaviour;
    const lines: string[] = [];
    const server = createServer((request, response) => {
      const req = { method: request.method, path: request.url };
      const line = {
        level: 30,
        time: 1,
        requestId: 'request-1',
        req,
        res: { status },
        responseTime: 1,
        msg: '',
      };
      if (isLogged) lines.push(`${JSON.stringify(line)}\n`);
      response.writeHead(status, headers).end(JSON.stringify(body));
    });
    servers.push(server);
    return {
      name,
      origin: await listenOnLoopback(server),
      readLog: () => lines.join(''),
      emptyLog: () => lines.splice(0),
    };
  }

  const compare = async (behaviour: Behaviour) =>
    verifyPath(PATH, [await contestant('bare', {}), await contestant('ours', behaviour)]);

  afterEach(() => {
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  it('accepts the same response with fields in another order and own ids', async () => {
    await expect(compare({ body: { role: 'doctor', id: 'other' } })).resolves.toBeUndefined();
  });

  it('refuses another response', async () => {
    await expect(compare({ body: { id: 'other', role: 'admin' } })).rejects.toThrow(/ours answers .*admin/);
  });

  it('refuses an error, even if all contestants have it', async () => {
    const status = { status: 500 };
    const all = [await contestant('bare', status), await contestant('ours', status)];
    await expect(verifyPath(PATH, all)).rejects.toThrow('bare answers 500');
  });

  it('refuses a response without a header that the others send', async () => {
    const { 'content-security-policy': removed, ...headers } = HEADERS;
    expect(removed).toBeDefined();
    await expect(compare({ headers })).rejects.toThrow('ours does not send content-security-policy');
  });

  it('refuses a contestant that writes no log line', async () => {
    await expect(compare({ isLogged: false })).rejects.toThrow('ours logged 0 of 1 requests');
  });
});
