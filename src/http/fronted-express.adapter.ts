import { type IncomingMessage, type ServerResponse, createServer } from 'node:http';
import type { Express } from 'express';
import { ExpressAdapter } from '@nestjs/platform-express';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Longest time a request may take to arrive, and longest for its headers alone, in milliseconds. */
const ARRIVAL = { requestTimeout: 30_000, headersTimeout: 15_000, connectionsCheckingInterval: 2_000 };

/** Express, with something in front of it that sees every request first. */
export class FrontedExpressAdapter extends ExpressAdapter {
  private front: Handler | undefined;
  private pages: ReadonlySet<string> | undefined;

  /** Puts a handler in front; it passes on to Express what is not its own. */
  putInFront(front: (express: Handler) => Handler): void {
    this.disable('x-powered-by');
    const express: Handler = this.getInstance();
    this.front = front(express);
  }

  /** Whether one of the pages has just this path. */
  hasPage(path: string): boolean {
    this.pages ??= new Set(
      this.getInstance<Express>().router.stack.flatMap(({ route }) => route?.path ?? []),
    );
    return this.pages.has(path);
  }

  override initHttpServer(): void {
    this.setHttpServer(
      createServer(ARRIVAL, (request, response) => {
        if (this.front) this.front(request, response);
        else response.writeHead(503).end();
      }),
    );
  }
}
