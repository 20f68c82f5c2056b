import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';

const requestBody = z.looseObject({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content: z.string() })).min(1),
  stream: z.boolean().optional(),
});

/** What the server was asked. */
export interface ModelRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: z.output<typeof requestBody>;
  /** Milliseconds, of the clock that `performance.now()` reads. */
  readonly receivedAt: number;
  /** Of the same clock: when each piece of a streamed text was handed to the network. */
  readonly piecesAt: number[];
  /** The asker closed the connection before the answer was complete. */
  abandoned: boolean;
}

/** How the server answers one request. `request.body.stream` says whether the asker wants a stream. */
export type Behaviour = (response: ServerResponse, request: ModelRequest) => void | Promise<void>;

interface Completion {
  readonly finishReason?: string;
  readonly refusal?: string;
  readonly model?: string;
}

/** When the parts of a stream leave, and what surrounds them. */
export interface Timetable extends Omit<Completion, 'finishReason'> {
  /** Milliseconds before the first byte. */
  readonly first?: number;
  /** Milliseconds between two pieces. */
  readonly between?: number;
  /** It waits for `until` before the piece at index `before`. */
  readonly hold?: { readonly before: number; readonly until: Promise<unknown> };
  /** `stop` when absent; null where the server says none. */
  readonly finishReason?: string | null;
  /** What a reasoning model thinks first, outside of its text. */
  readonly reasoning?: readonly string[];
  /** A last chunk with the tokens used and without a choice. */
  readonly usage?: boolean;
  /** Lines of comment between the events, as gateways send to keep a connection open. */
  readonly comments?: boolean;
  readonly lineEnd?: '\n' | '\r\n';
  /** Cuts what leaves into writes of so many bytes, in the middle of characters too. */
  readonly bytesPerWrite?: number;
  /** How it ends: whole, without its last line, with the connection gone, or with the connection open. */
  readonly end?: 'done' | 'without done' | 'cut' | 'stall';
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** A chat completion with this text, streamed word by word where a stream is asked for. */
export function completes(content: string | null, completion: Completion = {}): Behaviour {
  const words = content?.match(/\s*\S+\s*$|\s*\S+|\s+/g) ?? [];
  return (response, request) =>
    (request.body.stream ? streams(words, completion) : completesAtOnce(content, completion))(
      response,
      request,
    );
}

/** A chat completion in one JSON body, even where a stream is asked for. */
export function completesAtOnce(content: string | null, completion: Completion = {}): Behaviour {
  return (response, request) => {
    const { finishReason = 'stop', refusal = null, model = request.body.model } = completion;
    const message = { role: 'assistant', content, refusal };
    json(response, 200, {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1,
      model,
      choices: [{ index: 0, message, logprobs: null, finish_reason: finishReason }],
      usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 },
    });
  };
}

/** A streamed chat completion whose text comes in these pieces. */
export function streams(pieces: readonly string[], timetable: Timetable = {}): Behaviour {
  return async (response, request) => {
    const { first = 0, between = 0, hold, end = 'done', comments, refusal } = timetable;
    const { model = request.body.model, finishReason = 'stop' } = timetable;
    const send = sender(response, timetable);
    const event = (choices: readonly object[], rest: object = {}) => {
      const chunk = {
        id: 'chatcmpl-1',
        object: 'chat.completion.chunk',
        created: 1,
        model,
        choices,
        ...rest,
      };
      return send(`data: ${JSON.stringify(chunk)}`);
    };
    const delta = (content: object, finish: string | null = null) =>
      event([{ index: 0, delta: content, logprobs: null, finish_reason: finish }]);
    if (first > 0) await wait(first, undefined, { ref: false });
    response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' });
    if (comments) await send(': processing');
    await delta({ role: 'assistant', content: '' });
    for (const thought of timetable.reasoning ?? []) await delta({ reasoning_content: thought });
    for (const [index, content] of pieces.entries()) {
      if (index > 0 && between > 0) await wait(between, undefined, { ref: false });
      if (index === hold?.before) await hold.until;
      if (request.abandoned) return;
      request.piecesAt.push(performance.now());
      await delta({ content });
      if (comments) await send(': still there');
    }
    if (refusal !== undefined) await delta({ refusal });
    if (end === 'stall') return;
    if (end === 'cut') {
      await wait(20);
      response.destroy();
      return;
    }
    if (finishReason !== null) await delta({}, finishReason);
    if (timetable.usage)
      await event([], { usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } });
    if (end === 'done') await send('data: [DONE]');
    response.end();
  };
}

/** Writes events, each followed by an empty line. */
function sender(response: ServerResponse, { lineEnd = '\n', bytesPerWrite }: Timetable) {
  return async (event: string) => {
    const bytes = Buffer.from(event + lineEnd + lineEnd);
    const size = bytesPerWrite ?? bytes.length;
    for (let at = 0; at < bytes.length; at += size) {
      response.write(bytes.subarray(at, at + size));
      // Else the parts would leave together.
      if (bytesPerWrite !== undefined) await new Promise((resolve) => setImmediate(resolve));
    }
  };
}

/** This body, as it is, with status 200. */
export function says(body: string, contentType = 'application/json'): Behaviour {
  return (response) => {
    response.writeHead(200, { 'content-type': contentType }).end(body);
  };
}

/** An error in OpenAI's form. */
export function fails(
  status: number,
  error: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Behaviour {
  return (response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    json(response, status, {
      error: { message: 'The model server failed.', type: null, param: null, code: null, ...error },
    });
  };
}

/** Nothing for a while, then what comes next. */
export function after(milliseconds: number, behaviour: Behaviour): Behaviour {
  return async (response, request) => {
    await wait(milliseconds, undefined, { ref: false });
    if (!request.abandoned) await behaviour(response, request);
  };
}

/** Never a byte. */
export const staysSilent: Behaviour = () => undefined;

/** The connection is gone before the first byte. */
export const hangsUp: Behaviour = (response) => {
  response.destroy();
};

/** Half of a completion, then the connection is gone. */
export const cutsConnection: Behaviour = streams(['Drink'], { end: 'cut' });

/** The start of a completion, then nothing, with the connection open. */
export const stallsInTheMiddle: Behaviour = streams(['Drink'], { end: 'stall' });

/** Half of a JSON body, then the connection is gone. */
export const cutsBody: Behaviour = async (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"choices":[{"message":{"content":"Drink');
  await wait(20);
  response.destroy();
};

/** A JSON body whose text does not end. */
export const neverEnds: Behaviour = async (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"choices":[{"message":{"content":"');
  await pipeline(endless('more '.repeat(10_000)), response).catch(() => undefined);
};

/** A stream whose text does not end. */
export const streamsForever: Behaviour = async (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const chunk = { choices: [{ index: 0, delta: { content: 'more ' }, finish_reason: null }] };
  await pipeline(endless(`data: ${JSON.stringify(chunk)}\n\n`), response).catch(() => undefined);
};

/** A stream that never says anything that belongs to the protocol. */
export const chattersForever: Behaviour = async (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  await pipeline(endless(': still there\n\n'.repeat(1_000)), response).catch(() => undefined);
};

async function* endless(part: string): AsyncGenerator<string> {
  for (;;) {
    yield part;
    // Else nobody else of this process would get a turn while the reader keeps up.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A real HTTP server on loopback that speaks OpenAI's chat completions and misbehaves on command. */
export class ModelServer {
  readonly requests: ModelRequest[] = [];
  private behaviours: Behaviour[] = [completes('Drink water and rest.')];

  private constructor(private readonly server: Server) {
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.serve(request, response).catch((error: unknown) => {
        response.destroy(error instanceof Error ? error : undefined);
      });
    });
  }

  static async start(): Promise<ModelServer> {
    const model = new ModelServer(createServer());
    model.server.listen(0, '127.0.0.1');
    await once(model.server, 'listening');
    return model;
  }

  /** What `OPENAI_BASE_URL` is set to. */
  get baseUrl(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('The model server is closed.');
    return `http://127.0.0.1:${address.port}/v1`;
  }

  /** Forgets what was asked and answers the next requests in this way, the last behaviour again and again. */
  behave(first: Behaviour, ...next: Behaviour[]): void {
    this.requests.length = 0;
    this.behaviours = [first, ...next];
  }

  /**
   * Answers the next request with a streamed reply that is held before the piece at an index, and later ones as `behave`.
   * @returns sends the rest of it, and holds no later reply
   */
  hold(pieces: readonly string[], before: number, ...next: Behaviour[]): () => void {
    let goOn = (): void => undefined;
    const until = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    this.behave(streams(pieces, { hold: { before, until } }), ...next);
    return goOn;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const receivedAt = performance.now();
    const content = await text(incoming);
    const { url: path = '', headers } = incoming;
    if (incoming.method !== 'POST' || path !== '/v1/chat/completions') {
      json(response, 404, {
        error: { message: 'Not found', type: 'invalid_request_error', param: null, code: null },
      });
      return;
    }
    const body = requestBody.parse(JSON.parse(content));
    const request: ModelRequest = { path, headers, body, receivedAt, piecesAt: [], abandoned: false };
    response.on('close', () => {
      request.abandoned = !response.writableFinished;
    });
    this.requests.push(request);
    const behaviour = this.behaviours[Math.min(this.requests.length, this.behaviours.length) - 1];
    await behaviour?.(response, request);
  }
}
