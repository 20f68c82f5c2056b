import { once } from 'node:events';
import { Agent, type IncomingMessage, type Server, createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { finishConnections } from '../../../src/platform/processes/retirement';

const NEVER_MS = 60_000;

describe('finishConnections', () => {
  let server: Server;
  let agent: Agent;

  beforeEach(async () => {
    agent = new Agent({ keepAlive: true, maxSockets: 1 });
    server = createServer((_request, response) => response.end('answer'));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  });

  afterEach(() => {
    agent.destroy();
    server.closeAllConnections();
  });

  async function fetchWith(usedAgent: Agent | false): Promise<IncomingMessage> {
    const { port } = server.address() as AddressInfo;
    const sent = get({ host: '127.0.0.1', port, agent: usedAgent });
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    await once(response, 'end');
    return response;
  }

  it('answers the next request of an idle connection and then ends the connection', async () => {
    const { port } = server.address() as AddressInfo;
    expect((await fetchWith(agent)).headers.connection).toBe('keep-alive');
    const finished = finishConnections(server, NEVER_MS);
    const sent = get({ host: '127.0.0.1', port, agent });
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    expect(sent.reusedSocket).toBe(true);
    expect(response.headers.connection).toBe('close');
    await finished;
  });

  it('accepts no more connections', async () => {
    const { port } = server.address() as AddressInfo;
    await finishConnections(server, NEVER_MS);
    const [error] = (await once(get({ host: '127.0.0.1', port, agent: false }), 'error')) as [Error];
    expect(error.message).toContain('ECONNREFUSED');
  });

  it('ends after the time limit if a connection stays idle', async () => {
    await fetchWith(agent);
    await finishConnections(server, 10);
    expect(Object.values(agent.freeSockets).flat()).toHaveLength(1);
  });
});
