import { type IncomingMessage, Server, type ServerResponse, createServer } from 'node:http';
import type { Express } from 'express';
import { ExpressAdapter } from '@nestjs/platform-express';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Longest time a request may take to arrive, and longest for its headers alone, in milliseconds. */
const ARRIVAL = { requestTimeout: 30_000, headersTimeout: 15_000, connectionsCheckingInterval: 2_000 };

/** Longest time that requests are given to finish when the server closes: a little more than a reply may take. */
const GRACE_MS = 25_000;

/** Longest time that a request under way to us is given to arrive once the server closes. */
const ARRIVAL_GRACE_MS = 3_000;

/** Express behind the request pipeline. */
export class PipelinedExpressAdapter extends ExpressAdapter {
  private pipeline: Handler | undefined;
  private pages: ReadonlySet<string> | undefined;
  private readonly unanswered = new Set<ServerResponse>();
  private closing = false;

  /** Sends every request through a pipeline, which passes requests on to Express. */
  usePipeline(pipeline: (express: Handler) => Handler): void {
    this.disable('x-powered-by');
    const express: Handler = this.getInstance();
    this.pipeline = pipeline(express);
  }

  /** Whether one of the pages has just this path. */
  hasPage(path: string): boolean {
    this.pages ??= new Set(
      this.getInstance<Express>().router.stack.flatMap(({ route }) => route?.path ?? []),
    );
    return this.pages.has(path);
  }

  /**
   * Takes no more requests, finishes those it has within a time, and then ends every connection: one that has sent
   * nothing, or half a request, would otherwise keep the server open for ever.
   */
  override async close(): Promise<void> {
    this.closing = true;
    const closed = super.close();
    if (this.unanswered.size === 0) this.cutOff();
    const arrival = setTimeout(() => {
      for (const { req } of this.unanswered) if (!req.complete) req.destroy();
    }, ARRIVAL_GRACE_MS);
    const grace = setTimeout(() => {
      this.cutOff();
    }, GRACE_MS);
    await closed;
    clearTimeout(arrival);
    clearTimeout(grace);
  }

  private cutOff(): void {
    const server: unknown = this.getHttpServer();
    if (server instanceof Server) server.closeAllConnections();
  }

  override initHttpServer(): void {
    this.setHttpServer(
      createServer(ARRIVAL, (request, response) => {
        this.unanswered.add(response);
        response.once('close', () => {
          this.unanswered.delete(response);
          if (this.closing && this.unanswered.size === 0) this.cutOff();
        });
        if (this.pipeline) this.pipeline(request, response);
        else response.writeHead(503).end();
      }),
    );
  }
}
