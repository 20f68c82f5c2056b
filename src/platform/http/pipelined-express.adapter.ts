import { type IncomingMessage, Server, type ServerResponse, createServer } from 'node:http';
import type { Socket } from 'node:net';
import type { Express } from 'express';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { Logger } from 'pino';
import type { Environment } from '../config/environment';
import { networkOf } from '../limits/address-limit';
import { limitsHit } from '../limits/limits-hit';
import { TooManyRequestsException } from '../limits/too-many-requests.exception';
import { CallerAddresses } from './address';
import { limitChunks } from './body-chunks';
import { limitDraining } from './body-draining';
import { limitConnections, sharedConnections } from './connection-limits';
import { passRefusal } from './early-refusals';
import { NetworkSlots } from './network-slots';
import { stopParsing } from '../../shared/parser-control';
import { type Refusal, RefusalLog } from './refusal-log';
import { findHeaderRefusal, limitHeaders, refuseHeaders } from './refused-headers';
import type { Handler, RequestPipeline } from './request-pipeline';
import { type Header, securityHeaders } from './security-headers';
import { SMALL_CHUNKS, answerUnreadableRequests } from './unreadable-requests';
import { closeInStages } from './staged-closing';
import { limitUnreadResponses } from './unread-responses';
import { MAX_UNANSWERED, UnansweredRequests } from './unanswered-requests';

/** Times in milliseconds within which a request and its headers must arrive. */
const ARRIVAL_TIMEOUTS = {
  requestTimeout: 30_000,
  headersTimeout: 15_000,
  connectionsCheckingInterval: 2_000,
};

/** Node would answer such requests itself, each of a thousand that arrive together, past all limits. */
const WITHOUT_ANSWERS_OF_NODE = { requireHostHeader: false };

/**
 * Connections that wait to be accepted, at most `net.core.somaxconn` of the system. If more arrive, their clients try again after one
 * second and longer: Node's 511 are not enough if many clients connect at once.
 */
const MAX_UNACCEPTED = 4_096;

/** After so many requests, a response closes its connection. */
const MAX_REQUESTS_OF_CONNECTION = 10_000;

const REFUSALS = {
  'pipelined requests': {
    text: `At most ${MAX_UNANSWERED} requests of one connection may wait for their responses`,
    retryAfterSeconds: 1,
  },
  'concurrent requests': {
    text: 'Too many requests from your network wait for their responses; try again in 5 seconds',
    retryAfterSeconds: 5,
  },
} as const;

/** Time for requests to finish once the server closes: longer than a reply of the assistant takes. */
const FINISH_TIMEOUT_MS = 25_000;

/** Time for a request to arrive completely once the server closes. */
const ARRIVAL_TIMEOUT_MS = 3_000;

interface AdapterOptions {
  readonly environment: Environment;
  readonly logger: Logger;
}

/** Nest's Express adapter with the limits of connections and the request pipeline in front. */
export class PipelinedExpressAdapter extends ExpressAdapter {
  private pipeline: RequestPipeline | undefined;
  private pages: ReadonlySet<string> | undefined;
  private readonly unanswered = new UnansweredRequests();
  private readonly addresses: CallerAddresses;
  /** Of networks behind proxies. A proxy sends each request on any connection, so connections cannot be limited. */
  private readonly forwardedSlots: NetworkSlots;
  private readonly isShared: ReturnType<typeof sharedConnections>;
  private readonly fixedHeaders: readonly Header[];
  private readonly environment: Environment;
  private readonly refusals: RefusalLog;
  private nodeServer: Server | undefined;
  private isClosing = false;

  constructor({ environment, logger }: AdapterOptions) {
    super();
    this.environment = environment;
    this.addresses = new CallerAddresses(environment);
    this.isShared = sharedConnections(environment);
    this.forwardedSlots = new NetworkSlots(environment.CONNECTIONS_PER_ADDRESS);
    this.fixedHeaders = securityHeaders(environment);
    this.refusals = new RefusalLog(logger);
  }

  /** Sets the pipeline that every request passes before Express. */
  usePipeline(pipeline: (express: Handler) => RequestPipeline): void {
    this.disable('x-powered-by');
    this.use(passRefusal);
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
    if (this.unanswered.isEmpty) this.closeConnections();
    const arrivalTimer = setTimeout(() => {
      for (const request of this.unanswered.incomplete()) request.destroy();
    }, ARRIVAL_TIMEOUT_MS);
    const finishTimer = setTimeout(() => {
      this.closeConnections();
    }, FINISH_TIMEOUT_MS);
    await closed;
    clearTimeout(arrivalTimer);
    clearTimeout(finishTimer);
    this.refusals.write();
  }

  private closeConnections(): void {
    this.nodeServer?.closeAllConnections();
  }

  override listen(port: string | number, ...rest: readonly (string | (() => void) | undefined)[]): Server {
    const host = rest.find((value) => typeof value === 'string');
    const callback = rest.find((value) => typeof value === 'function');
    if (!this.nodeServer) throw new TypeError('the adapter has no HTTP server');
    const address = { port: Number(port), ...(host !== undefined && { host }) };
    return this.nodeServer.listen({ ...address, backlog: MAX_UNACCEPTED }, callback);
  }

  override initHttpServer(): void {
    const keepAliveTimeout = this.environment.KEEP_ALIVE_SECONDS * 1_000;
    const options = { ...ARRIVAL_TIMEOUTS, ...WITHOUT_ANSWERS_OF_NODE, keepAliveTimeout };
    const server = createServer(options, (request, response) => {
      this.serve(request, response, false);
    });
    // Without a listener, Node answers these requests itself, too.
    server.on('checkExpectation', (request: IncomingMessage, response: ServerResponse) => {
      this.serve(request, response, true);
    });
    server.on('dropRequest', (_request: IncomingMessage, socket: Socket) => {
      stopParsing(socket);
    });
    limitHeaders(server);
    server.maxRequestsPerSocket = MAX_REQUESTS_OF_CONNECTION;
    const { environment, refusals } = this;
    limitConnections(server, { environment, refusals });
    closeInStages(server);
    limitUnreadResponses(server, {
      unanswered: this.unanswered,
      onUnread: (request) => {
        this.recordRefusal('unread response', this.addresses.of(request));
      },
    });
    answerUnreadableRequests(server, this.fixedHeaders, (socket) => this.unanswered.isAnswering(socket));
    this.nodeServer = server;
    this.setHttpServer(server);
  }

  private serve(request: IncomingMessage, response: ServerResponse, isExpectationUnknown: boolean): void {
    const refused = findHeaderRefusal(request, isExpectationUnknown);
    const admission = this.unanswered.add(response, () => {
      if (refused) refuseHeaders(response, refused, this.fixedHeaders);
      else this.begin(request, response);
    });
    if (admission === 'ignored') return;
    if (refused) {
      this.recordRefusal(refused.refusal, this.addresses.of(request));
      this.unanswered.refuseFurther(request.socket);
    }
    if (admission === 'refused') {
      request.socket.pause();
      response.setHeader('connection', 'close');
      this.refuse('pipelined requests', request, response);
      return;
    }
    limitChunks(response, () => {
      this.refuseChunks(request, response);
    });
    response.once('close', () => {
      limitDraining(request, () => {
        this.recordRefusal('body after a refusal', this.addresses.of(request));
      });
      if (this.isClosing && this.unanswered.isEmpty) this.closeConnections();
    });
  }

  private refuseChunks(request: IncomingMessage, response: ServerResponse): void {
    this.unanswered.refuseFurther(request.socket);
    this.recordRefusal('small chunks', this.addresses.of(request));
    const { socket } = request;
    if (response.headersSent) socket.destroy();
    else
      this.nodeServer?.emit(
        'clientError',
        Object.assign(new Error(SMALL_CHUNKS), { code: SMALL_CHUNKS }),
        socket,
      );
  }

  private begin(request: IncomingMessage, response: ServerResponse): void {
    if (this.isShared(request.socket) && !this.takeForwardedSlot(request, response))
      this.refuse('concurrent requests', request, response);
    else if (this.pipeline) this.pipeline.serve(request, response);
    else response.writeHead(503).end();
  }

  private takeForwardedSlot(request: IncomingMessage, response: ServerResponse): boolean {
    const network = networkOf(this.addresses.of(request));
    if (!this.forwardedSlots.take(network)) return false;
    response.once('close', () => {
      this.forwardedSlots.release(network);
    });
    return true;
  }

  private refuse(refusal: keyof typeof REFUSALS, request: IncomingMessage, response: ServerResponse): void {
    this.recordRefusal(refusal, this.addresses.of(request));
    const { text, retryAfterSeconds } = REFUSALS[refusal];
    this.pipeline?.refuse(request, response, new TooManyRequestsException(text, retryAfterSeconds));
  }

  private recordRefusal(refusal: Refusal, address: string): void {
    limitsHit.add({ limit: refusal });
    this.refusals.record(refusal, networkOf(address));
  }
}
