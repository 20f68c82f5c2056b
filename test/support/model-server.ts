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
  /** Milliseconds, of a clock that only goes forward. */
  readonly receivedAt: number;
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

function json(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

/** A chat completion with this text. */
export function completes(content: string | null, completion: Completion = {}): Behaviour {
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

/** Half of a completion, then the connection is gone. */
export const cutsConnection: Behaviour = async (response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"choices":[{"message":{"content":"Drink');
  await wait(20);
  response.destroy();
};

/** The start of a completion, then nothing, with the connection open. */
export const stallsInTheMiddle: Behaviour = (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"choices":[{"message":{"content":"Drink');
};

/** A completion whose text does not end. */
export const neverEnds: Behaviour = async (response) => {
  response.writeHead(200, { 'content-type': 'application/json' });
  response.write('{"choices":[{"message":{"content":"');
  await pipeline(endlessText(), response).catch(() => undefined);
};

function* endlessText(): Generator<string> {
  for (;;) yield 'more '.repeat(10_000);
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
    const request: ModelRequest = { path, headers, body, receivedAt, abandoned: false };
    response.on('close', () => {
      request.abandoned = !response.writableFinished;
    });
    this.requests.push(request);
    const behaviour = this.behaviours[Math.min(this.requests.length, this.behaviours.length) - 1];
    await behaviour?.(response, request);
  }
}
