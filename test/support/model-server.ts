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

/** A request to the model server. */
export interface ModelRequest {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: z.output<typeof requestBody>;
  /** In milliseconds of `performance.now()`. */
  readonly receivedAt: number;
  /** When each piece of a streamed text was sent, in milliseconds of `performance.now()`. */
  readonly piecesAt: number[];
  /** True if the client closed the connection before the response was complete. */
  abandoned: boolean;
}

/** Responds to one request. `request.body.stream` is true if the client wants a stream. */
export type Behaviour = (response: ServerResponse, request: ModelRequest) => void | Promise<void>;

interface Completion {
  readonly finishReason?: string;
  readonly refusal?: string;
  readonly model?: string;
}

/** The timing and the form of a stream. */
export interface StreamOptions extends Omit<Completion, 'finishReason'> {
  /** Milliseconds before the first byte. */
  readonly first?: number;
  /** Milliseconds between two pieces. */
  readonly between?: number;
  /** Waits for `until` before the piece with the index `before`. */
  readonly hold?: { readonly before: number; readonly until: Promise<unknown> };
  /** Default `stop`; null to send none. */
  readonly finishReason?: string | null;
  /** Reasoning content before the text. */
  readonly reasoning?: readonly string[];
  /** Sends a last chunk with the token usage and without a choice. */
  readonly usage?: boolean;
  /** Sends comment lines between the events, as gateways do to keep a connection open. */
  readonly comments?: boolean;
  readonly lineEnd?: '\n' | '\r\n';
  /** Splits the stream into writes of this size, also inside a character. */
  readonly bytesPerWrite?: number;
  /** The end: complete, without `[DONE]`, with a closed connection, or with an open but silent connection. */
  readonly end?: 'done' | 'without done' | 'cut' | 'stall';
}

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** Sends a chat completion; word by word if the client wants a stream. */
export function completes(content: string | null, completion: Completion = {}): Behaviour {
  const words = content?.match(/\s*\S+\s*$|\s*\S+|\s+/g) ?? [];
  return (response, request) =>
    (request.body.stream ? streams(words, completion) : completesAtOnce(content, completion))(
      response,
      request,
    );
}

/** Sends a chat completion in one JSON body, even if the client wants a stream. */
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

/** Streams a chat completion in these pieces. */
export function streams(pieces: readonly string[], options: StreamOptions = {}): Behaviour {
  return async (response, request) => {
    const { first = 0, between = 0, hold, end = 'done', comments, refusal } = options;
    const { model = request.body.model, finishReason = 'stop' } = options;
    const send = eventSender(response, options);
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
    for (const thought of options.reasoning ?? []) await delta({ reasoning_content: thought });
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
    if (options.usage)
      await event([], { usage: { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 } });
    if (end === 'done') await send('data: [DONE]');
    response.end();
  };
}

/** Returns a function that sends one event. */
function eventSender(response: ServerResponse, { lineEnd = '\n', bytesPerWrite }: StreamOptions) {
  return async (event: string) => {
    const bytes = Buffer.from(event + lineEnd + lineEnd);
    const size = bytesPerWrite ?? bytes.length;
    for (let offset = 0; offset < bytes.length; offset += size) {
      response.write(bytes.subarray(offset, offset + size));
      // Otherwise Node would join the writes.
      if (bytesPerWrite !== undefined) await new Promise((resolve) => setImmediate(resolve));
    }
  };
}

/** Sends a body with status 200. */
export function sendsBody(body: string, contentType = 'application/json'): Behaviour {
  return (response) => {
    response.writeHead(200, { 'content-type': contentType }).end(body);
  };
}

/** Sends an error in OpenAI's form. */
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

/** Waits, then continues with a behaviour. */
export function after(milliseconds: number, behaviour: Behaviour): Behaviour {
  return async (response, request) => {
    await wait(milliseconds, undefined, { ref: false });
    if (!request.abandoned) await behaviour(response, request);
  };
}

/** Never responds. */
export const staysSilent: Behaviour = () => undefined;

/** Closes the connection before the first byte. */
export const hangsUp: Behaviour = (response) => {
  response.destroy();
};

/** Streams half of a completion, then closes the connection. */
export const cutsConnection: Behaviour = streams(['Drink'], { end: 'cut' });

/** Streams the start of a completion, then nothing more on an open connection. */
export const stallsInTheMiddle: Behaviour = streams(['Drink'], { end: 'stall' });

/** Sends half of a JSON body, then closes the connection. */
export const cutsBody: Behaviour = async (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"choices":[{"message":{"content":"Drink');
  await wait(20);
  response.destroy();
};

/** Sends a JSON body with an endless text. */
export const neverEnds: Behaviour = async (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"choices":[{"message":{"content":"');
  await pipeline(endless('more '.repeat(10_000)), response).catch(() => undefined);
};

/** Streams an endless text. */
export const streamsForever: Behaviour = async (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  const chunk = { choices: [{ index: 0, delta: { content: 'more ' }, finish_reason: null }] };
  await pipeline(endless(`data: ${JSON.stringify(chunk)}\n\n`), response).catch(() => undefined);
};

/** Streams endless comment lines and no event. */
export const chattersForever: Behaviour = async (response) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  await pipeline(endless(': still there\n\n'.repeat(1_000)), response).catch(() => undefined);
};

async function* endless(part: string): AsyncGenerator<string> {
  for (;;) {
    yield part;
    // Lets the rest of this process run while the client keeps reading.
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** An HTTP server with OpenAI's chat completions API, which can also fail in many ways. */
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

  /** Value for `OPENAI_BASE_URL`. */
  get baseUrl(): string {
    const address = this.server.address();
    if (address === null || typeof address === 'string') throw new Error('The model server is closed.');
    return `http://127.0.0.1:${address.port}/v1`;
  }

  /** Clears `requests` and sets the behaviours of the next requests. The last behaviour repeats. */
  behave(first: Behaviour, ...next: Behaviour[]): void {
    this.requests.length = 0;
    this.behaviours = [first, ...next];
  }

  /**
   * Streams the reply to the next request and stops before the piece with the index `before`. Later requests are as in
   * `behave`.
   * @returns a function that sends the rest
   */
  hold(pieces: readonly string[], before: number, ...next: Behaviour[]): () => void {
    let resume = (): void => undefined;
    const until = new Promise<void>((resolve) => {
      resume = resolve;
    });
    this.behave(streams(pieces, { hold: { before, until } }), ...next);
    return resume;
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
