import { Agent, get } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

const CONNECTIONS = 8;
/** Between a response and the next request of a connection, so that connections are idle now and then. */
const MAX_PAUSE_MS = 10;

/** Requests without an end from several connections, which stay open between requests. No request is retried. */
export class SteadyLoad {
  /** Messages of failed requests, and statuses other than 200. */
  readonly failures: string[] = [];
  responseCount = 0;
  private isEnding = false;
  private readonly clients: Promise<void>[];

  constructor(private readonly url: string) {
    this.clients = Array.from({ length: CONNECTIONS }, () => this.sendRequests());
  }

  /** Forgets the failures until now. */
  forgetFailures(): void {
    this.failures.length = 0;
  }

  async end(): Promise<void> {
    this.isEnding = true;
    await Promise.all(this.clients);
  }

  private async sendRequests(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!this.isEnding) {
      try {
        const status = await this.send(agent);
        if (status === 200) this.responseCount += 1;
        else this.failures.push(`status ${status}`);
      } catch (error) {
        this.failures.push(String(error));
      }
      await wait(Math.random() * MAX_PAUSE_MS);
    }
    agent.destroy();
  }

  private send(agent: Agent): Promise<number> {
    return new Promise((resolve, reject) => {
      get(this.url, { agent }, (response) => {
        response.once('end', () => {
          resolve(response.statusCode ?? 0);
        });
        response.once('error', reject);
        response.resume();
      }).once('error', reject);
    });
  }
}
