import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

/** How the origin treats requests for some paths. */
interface Disturbance {
  readonly path: RegExp;
  readonly delayMs?: number;
  /** The status of the response, without asking the platform. */
  readonly status?: number;
}

/** An address whose platform a test can replace by another one, as a release does, and whose responses it can disturb. */
export class ReleaseOrigin {
  private readonly server: Server;
  disturbance: Disturbance | undefined;

  private constructor(private platformUrl: string) {
    this.server = createServer((incoming, outgoing) => void this.forward(incoming, outgoing));
  }

  static async to(platformUrl: string): Promise<ReleaseOrigin> {
    const origin = new ReleaseOrigin(platformUrl);
    origin.server.listen(0, '127.0.0.1');
    await once(origin.server, 'listening');
    return origin;
  }

  get url(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  /** Forwards further requests to another platform. */
  release(platformUrl: string): void {
    this.platformUrl = platformUrl;
  }

  /** Refuses further connections. */
  async stop(): Promise<void> {
    if (!this.server.listening) return;
    this.server.close();
    this.server.closeAllConnections();
    await once(this.server, 'close');
  }

  private async forward(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { url = '/', method, headers } = incoming;
    const { path, delayMs = 0, status } = this.disturbance ?? {};
    if (path?.test(url)) {
      await wait(delayMs);
      if (status !== undefined) {
        outgoing.writeHead(status).end();
        return;
      }
    }
    const forwarded = request(new URL(url, this.platformUrl), { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  }
}
