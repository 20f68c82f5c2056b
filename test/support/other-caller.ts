import type { Server, ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { FairTurns } from '../../src/platform/limits/fair-turns';
import { occupyProcessor } from './occupy-processor';
import type { Platform } from './platform';

const ACCOUNT = { accountId: 'another account', address: '192.0.2.1' };

/** Another caller, whose pieces of work take turns beside the next request to the platform. */
export class OtherCaller {
  /** The pieces that were served. */
  served = 0;
  private isRequestEnded = false;
  private serving: Promise<void> | undefined;
  private readonly turns: FairTurns;

  constructor({ app, server }: Pick<Platform, 'app'> & { readonly server: Server }) {
    this.turns = app.get(FairTurns);
    server.prependOnceListener('request', (_request: unknown, response: ServerResponse) => {
      response.once('close', () => (this.isRequestEnded = true));
    });
  }

  /** Begins, once, with pieces of a millisecond, until the response to the request closes. */
  start(): void {
    this.serving ??= this.serve();
  }

  /** Waits for the last piece. */
  async end(): Promise<void> {
    await this.serving;
  }

  private async serve(): Promise<void> {
    while (!this.isRequestEnded) {
      await this.turns.take(ACCOUNT);
      this.served += 1;
      occupyProcessor(1);
      await setImmediate();
    }
  }
}
