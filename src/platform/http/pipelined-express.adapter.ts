import { type IncomingMessage, Server, type ServerResponse, createServer } from 'node:http';
import type { Express } from 'express';
import { ExpressAdapter } from '@nestjs/platform-express';
import { UnansweredRequests } from './unanswered-requests';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Times in milliseconds within which a request and its headers must arrive. */
const ARRIVAL_TIMEOUTS = {
  requestTimeout: 30_000,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
};

/** Time for requests to finish once the server closes: longer than a reply of the assistant takes. */
const FINISH_TIMEOUT_MS = 25_000;

/** Time for a request to arrive completely once the server closes. */
const ARRIVAL_TIMEOUT_MS = 3_000;

/** Nest's Express adapter with the request pipeline in front. */
export class PipelinedExpressAdapter extends ExpressAdapter {
  private pipeline: Handler | undefined;
  private pages: ReadonlySet<string> | undefined;
  private readonly openResponses = new Set<ServerResponse>();
  private isClosing = false;

  /** Sets the pipeline that every request passes before Express. */
  usePipeline(pipeline: (express: Handler) => Handler): void {
    this.disable('x-powered-by');
    const express: Handler = this.getInstance();
    this.pipeline = pipeline(express);
  }

  /** Returns whether a route has exactly this path. */
  hasPage(path: string): boolean {
    this.pages ??= new Set(
      this.getInstance<Express>().router.stack.flatMap(({ route }) => route?.path ?? []),
    );
    return this.pages.has(path);
  }

  /**
   * Stops accepting requests, waits a limited time for those that run, and then closes all connections. A connection that
   * has sent no request, or half of one, would keep the server open forever.
   */
  override async close(): Promise<void> {
    this.isClosing = true;
    const closed = super.close();
    if (this.openResponses.size === 0) this.closeConnections();
    const arrivalTimer = setTimeout(() => {
      for (const { req } of this.openResponses) if (!req.complete) req.destroy();
    }, ARRIVAL_TIMEOUT_MS);
    const finishTimer = setTimeout(() => {
      this.closeConnections();
    }, FINISH_TIMEOUT_MS);
    await closed;
    clearTimeout(arrivalTimer);
    clearTimeout(finishTimer);
  }

  private closeConnections(): void {
    const server: unknown = this.getHttpServer();
    if (server instanceof Server) server.closeAllConnections();
  }

  override initHttpServer(): void {
    const unanswered = new UnansweredRequests();
    this.setHttpServer(
      createServer(ARRIVAL_TIMEOUTS, (request, response) => {
        if (!unanswered.admit(request, response)) return;
        this.openResponses.add(response);
        response.once('close', () => {
          this.openResponses.delete(response);
          if (this.isClosing && this.openResponses.size === 0) this.closeConnections();
        });
        if (this.pipeline) this.pipeline(request, response);
        else response.writeHead(503).end();
      }),
    );
  }
}
