import type { IncomingMessage, ServerResponse } from 'node:http';
import { Injectable } from '@nestjs/common';
import { CallLimits } from '../../limits/call-limits';
import { RequestContextFactory } from '../context/request-context.factory';
import { countStoredCall } from '../observed-calls';
import type { StoredBody } from '../shared-responses/response-store';
import { type SharedByEveryone, SharedResponsesService } from '../shared-responses/shared-responses.service';
import { hasBody } from './body';
import { DeprecationHeaders } from './deprecation-headers';
import { ProcedureRunner } from './procedure-runner';
import { isUnchanged } from './response';
import { endAfterTurn } from './response-queue';
import { BASE_PATH } from './target';

interface SharedProcedure {
  readonly path: string;
  readonly sharing: SharedByEveryone;
}

/** Responds with what is the same for everyone and stored. */
@Injectable()
export class StoredResponses {
  /** The procedures whose response everyone shares, by the URL of a call without input. Without deprecated ones. */
  private readonly procedures: ReadonlyMap<string, SharedProcedure>;

  constructor(
    { contracts }: ProcedureRunner,
    private readonly contexts: RequestContextFactory,
    private readonly shared: SharedResponsesService,
    private readonly limits: CallLimits,
    deprecations: DeprecationHeaders,
  ) {
    this.procedures = new Map(
      [...contracts].flatMap(([path, { sharing }]) =>
        sharing?.among === 'everyone' && !deprecations.canApplyTo(path)
          ? [[`${BASE_PATH}/${path}`, { path, sharing }]]
          : [],
      ),
    );
  }

  /**
   * Responds to a GET without input or credentials whose response everyone shares, if it is stored. Returns false for any other
   * request. Such a request needs no context, no caller and no promises, which take longer than all the rest of its work.
   * @param headers of every response, as names and values in turn
   */
  send(request: IncomingMessage, response: ServerResponse, headers: readonly string[]): boolean {
    const procedure = this.procedures.get(request.url ?? '');
    if (!procedure || request.method !== 'GET' || hasBody(request)) return false;
    // Credentials must be checked: invalid ones are refused.
    const { cookie, authorization, prefer } = request.headers;
    if (cookie !== undefined || authorization !== undefined || prefer !== undefined) return false;
    const stored = this.shared.find(procedure.path, procedure.sharing);
    const limitHeaders = stored && this.limits.countFromMemory(this.contexts.addressOf(request));
    if (!limitHeaders) return false;
    sendStoredBody(response, stored, [...headers, ...limitHeaders]);
    countStoredCall(procedure.path);
    return true;
  }
}

/**
 * Sends a body with its `ETag`; 304 without it if the client has it already. Node writes a list of headers without checking each
 * name again, if none was set before.
 */
function sendStoredBody(
  response: ServerResponse,
  { body, etag = '' }: StoredBody,
  headers: readonly string[],
): void {
  const all = [...headers, 'etag', etag, 'cache-control', 'no-cache'];
  if (isUnchanged(response, etag)) {
    response.writeHead(304, all).end();
    return;
  }
  all.push('content-type', 'application/json', 'content-length', String(body.length));
  response.writeHead(200, all);
  endAfterTurn(response, [body]);
}
