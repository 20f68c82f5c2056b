import { once } from 'node:events';
import { Injectable } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { Caller } from '../../platform/access/caller';
import { clientSignal } from '../../platform/http/client-signal';
import { runUntilAborted } from '../../platform/limits/abortable-work';
import { QueuedLimit } from '../../platform/limits/queued-limit';
import { ExportAccess } from './export-access';

/** Exports of an account whose responses are not yet read, so that a client that reads slowly holds the memory of few. */
const OPEN_PER_ACCOUNT = 2;
/** Exports that work at once. Two accounts can take all slots, but only while they work. */
const WORKING = 4;

/** Exports of an account wait for its earlier ones, for a shorter time than the timeouts of proxies. */
const WAITING = { perKey: 30, inAll: 300, maxMs: 30_000 };

/** What an export needs to respond. */
export interface RunningExport {
  readonly caller: Caller;
  /**
   * Sends the pieces of a body, each one when the client has read those before. Without a piece, nothing is sent before
   * `pieces` ends.
   */
  readonly sendPieces: (pieces: AsyncIterable<string>) => Promise<void>;
}

/** Runs the exports: a few at once, the others wait in turns of the accounts. An export ends soon after its client has left. */
@Injectable()
export class RunningExports {
  private readonly open = new QueuedLimit({
    content: 'exports',
    perKey: OPEN_PER_ACCOUNT,
    inAll: Infinity,
    waiting: WAITING,
  });
  /** An export has one of these slots only while it works, not while its client reads. At most the open exports wait for one. */
  private readonly working = new QueuedLimit({
    content: 'working exports',
    perKey: OPEN_PER_ACCOUNT,
    inAll: WORKING,
  });

  constructor(private readonly access: ExportAccess) {}

  /**
   * Responds to a request for an export when it is its turn.
   * @param respond builds and sends the export
   * @throws as `ExportAccess.requireCaller` does, or for too many exports
   */
  async run(
    request: Request,
    response: Response,
    respond: (running: RunningExport) => Promise<void>,
  ): Promise<void> {
    const caller = await this.access.requireCaller(request, response);
    const signal = clientSignal(response);
    try {
      const close = await this.open.enter(caller.userId, signal);
      signal.addEventListener('abort', close);
      // It may have been aborted since.
      if (signal.aborted) close();
      await this.work(response, { caller, signal, respond });
    } catch (error) {
      // The client has left.
      if (error !== signal.reason) throw error;
    }
  }

  private async work(
    response: Response,
    {
      caller,
      signal,
      respond,
    }: {
      readonly caller: Caller;
      readonly signal: AbortSignal;
      readonly respond: (running: RunningExport) => Promise<void>;
    },
  ): Promise<void> {
    let stopWorking = await this.working.enter(caller.userId, signal);
    const sendPieces = async (pieces: AsyncIterable<string>): Promise<void> => {
      for await (const piece of pieces) {
        signal.throwIfAborted();
        if (response.write(piece)) continue;
        stopWorking();
        await untilRead(response, signal);
        stopWorking = await this.working.enter(caller.userId, signal);
      }
      response.end();
    };
    try {
      await runUntilAborted(signal, () => respond({ caller, sendPieces }));
    } finally {
      stopWorking();
    }
  }
}

async function untilRead(response: Response, signal: AbortSignal): Promise<void> {
  try {
    await once(response, 'drain', { signal });
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
