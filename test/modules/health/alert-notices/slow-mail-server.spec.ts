import { type Server, type Socket, createServer } from 'node:net';
import { once } from 'node:events';
import { EmailChannel } from '../../../../src/modules/health/alert-notices/email-channel';
import { until } from '../../../support/until';
import { MailServer } from './mail-server';

const TIMEOUT_MS = 400;

const channelTo = (smtpUrl: string, timeoutMs: number) =>
  new EmailChannel(smtpUrl, {
    from: 'platform@health.example.org',
    to: 'a@health.example.org',
    language: 'en',
    dashboardUrlOf: () => 'http://localhost/dashboard',
    timeoutMs,
  });

/** A mail server whose greeting never ends: it sends a line of it again and again, so that no step of the client is silent. */
class EndlessGreeting {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server = createServer((socket) => {
    this.sockets.add(socket);
    const timer = setInterval(() => socket.write('220-please wait\r\n'), 20);
    socket
      .on('error', () => undefined)
      .on('close', () => {
        clearInterval(timer);
        this.sockets.delete(socket);
      });
  });

  get openConnections(): number {
    return this.sockets.size;
  }

  async listen(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('the server has no port');
    return `smtp://127.0.0.1:${address.port}`;
  }

  async close(): Promise<void> {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
    await once(this.server, 'close');
  }
}

describe('an e-mail about alerts', () => {
  it('is given up, and its connection closed, when a mail server takes too long in all', async () => {
    const server = new EndlessGreeting();
    const channel = channelTo(await server.listen(), TIMEOUT_MS);
    const since = performance.now();
    await expect(channel.send([])).rejects.toThrow(/abort|timeout/i);
    expect(performance.now() - since).toBeGreaterThanOrEqual(TIMEOUT_MS - 5);
    await until('the connection is closed', () => server.openConnections === 0);
    await server.close();
  }, 10_000);

  it('is sent to a mail server that answers in time', async () => {
    const server = new MailServer();
    await channelTo(await server.listen(), 20_000).send([]);
    expect(server.mails).toHaveLength(1);
    await server.close();
  });
});
