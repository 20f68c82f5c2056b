import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { BadRequestException } from '@nestjs/common';
import cors from 'cors';
import { storage } from 'nestjs-pino/storage';
import type { Logger } from 'pino';
import type { Environment } from '../config/environment';
import { REPLAYED_HEADER } from '../idempotency/idempotency-key';
import type { FairTurns } from '../limits/fair-turns';
import { createRequestLogger } from '../logging/request-logger';
import { REQUEST_ID_HEADER, requestIdOf } from '../logging/request-id';
import { CallerAddresses } from './address';
import { RequestStore } from './current-request';
import { markRefused } from './early-refusals';
import { limitNegotiation } from './negotiation';
import { observeRequest } from './observed-requests';
import { recordHeaders, securityHeaders } from './security-headers';
import { MALFORMED_PATH, decodePath } from './url-path';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** The parts of the tRPC transport that the request pipeline uses. */
export interface ProcedureTransport {
  /** Returns whether a URL is under the path of the procedures. */
  isProcedureUrl(url: string): boolean;
  /** Returns the path of a procedure URL without values of the caller, for the log; undefined for any other URL. */
  logPathOf(url: string): string | undefined;
  /** Responds to a procedure call from memory, with these headers (names and values in turn). Returns false if it cannot. */
  sendStored(request: IncomingMessage, response: ServerResponse, headers: readonly string[]): boolean;
  /** Responds to a procedure call. */
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Responds to a procedure call with the error of a limit. */
  refuse(request: IncomingMessage, response: ServerResponse, error: unknown): void;
}

export interface RequestPipeline {
  /** Responds to a request. */
  readonly serve: Handler;
  /** Responds to a request with the error of a limit, in the form of its path. It leaves no line in the log. */
  readonly refuse: (request: IncomingMessage, response: ServerResponse, error: unknown) => void;
}

interface PipelineOptions {
  readonly environment: Environment;
  readonly logger: Logger;
  readonly transport: ProcedureTransport;
  /** Returns whether Express has a route with this path. */
  readonly hasPage: (path: string) => boolean;
  /** Is called with each request to a plain route, before Express. */
  readonly logRefusedRoute: Handler;
  readonly turns: FairTurns;
}

/** They need no turn: a late answer would look like a dead process. */
const PROBES: ReadonlySet<string> = new Set(['/livez', '/readyz']);

/** Response headers that scripts of other origins may read, in addition to those that CORS always allows. */
const EXPOSED_HEADERS = [
  'deprecation',
  'sunset',
  'ignored-fields',
  'preference-applied',
  REPLAYED_HEADER,
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
  'www-authenticate',
  REQUEST_ID_HEADER,
];

/** Creates the request pipeline: request id, log line, security headers, CORS; then the tRPC transport or Express. */
export function createRequestPipeline({
  environment,
  logger,
  transport,
  hasPage,
  logRefusedRoute,
  turns,
}: PipelineOptions): (express: Handler) => RequestPipeline {
  const { CORS_ORIGINS } = environment;
  const pathOf = (url: string): string => {
    const path = pathIn(url);
    return transport.logPathOf(url) ?? (hasPage(path) ? path : '?');
  };
  const addresses = new CallerAddresses(environment);
  const observation = {
    isProcedureUrl: (url: string) => transport.isProcedureUrl(url),
    pathOf,
    isTrustedConnection: (socket: Socket) => addresses.isTrustedConnection(socket),
  };
  const serveInTurn = async (request: IncomingMessage, response: ServerResponse, express: Handler) => {
    try {
      if (!PROBES.has(request.url ?? ''))
        await turns.take({ accountId: null, address: addresses.of(request) });
      // Express decodes only the parameters of a route, and would answer other malformed paths with 404.
      if (decodePath(pathIn(request.url ?? '')) === undefined) throw new BadRequestException(MALFORMED_PATH);
    } catch (error) {
      markRefused(request, error);
    }
    if (!response.destroyed) express(request, response);
  };
  const logRequest = createRequestLogger(logger, pathOf);
  const addCorsHeaders = cors({
    origin: CORS_ORIGINS.length > 0 ? CORS_ORIGINS : false,
    credentials: true,
    exposedHeaders: EXPOSED_HEADERS,
  });
  const fixedHeaders = securityHeaders(environment);
  const headersWithoutOrigin = [...fixedHeaders, ...recordHeaders(addCorsHeaders)];
  const storedHeaders = headersWithoutOrigin.flat();

  const serve = (request: IncomingMessage, response: ServerResponse, express: Handler): void => {
    normalize(request);
    logRequest(request, response);
    const span = observeRequest(request, response, observation);
    const requestId = requestIdOf(request);
    const isCrossOrigin = request.headers.origin !== undefined || request.method === 'OPTIONS';
    if (
      !isCrossOrigin &&
      transport.sendStored(request, response, [...storedHeaders, REQUEST_ID_HEADER, requestId])
    )
      return;
    response.setHeader(REQUEST_ID_HEADER, requestId);
    for (const [name, value] of isCrossOrigin ? fixedHeaders : headersWithoutOrigin)
      response.setHeader(name, value);
    const route = (): void => {
      const store = new RequestStore(logger, request);
      storage.run(store, () => {
        if (!transport.isProcedureUrl(request.url ?? '')) {
          logRefusedRoute(request, response);
          void serveInTurn(request, response, express);
          return;
        }
        // The transport never rejects. If it does, closing one connection is better than ending the process.
        transport.handle(request, response).catch((error: unknown) => {
          store.logger.error({ err: error }, 'a request was not answered');
          response.destroy();
        });
      });
    };
    const traced = (): void => {
      if (span) span.run(route);
      else route();
    };
    if (isCrossOrigin) addCorsHeaders(request, response, traced);
    else traced();
  };
  const refuse = (
    request: IncomingMessage,
    response: ServerResponse,
    { error, express }: { readonly error: unknown; readonly express: Handler },
  ): void => {
    normalize(request);
    response.setHeader(REQUEST_ID_HEADER, requestIdOf(request));
    for (const [name, value] of fixedHeaders) response.setHeader(name, value);
    if (transport.isProcedureUrl(request.url ?? '')) {
      transport.refuse(request, response, error);
      return;
    }
    markRefused(request, error);
    express(request, response);
  };
  return (express) => ({
    serve: (request, response) => {
      serve(request, response, express);
    },
    refuse: (request, response, error) => {
      refuse(request, response, { error, express });
    },
  });
}

/** Removes what no later step should see of a request. */
function normalize(request: IncomingMessage): void {
  request.url = originForm(request.url ?? '');
  limitNegotiation(request);
}

function pathIn(url: string): string {
  const [path = ''] = url.split('?', 1);
  return path;
}

/** Removes scheme and host from a request target in absolute form (RFC 9112, section 3.2.2). */
function originForm(url: string): string {
  return url.replace(/^https?:\/\/[^/?#]*/i, '') || '/';
}
