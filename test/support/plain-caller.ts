import request, { type Response } from 'supertest';
import { z } from 'zod';

const success = z.strictObject({
  result: z.strictObject({ data: z.strictObject({ json: z.unknown() }) }),
});

const details = z.strictObject({
  code: z.string(),
  httpStatus: z.int(),
  path: z.string().optional(),
  rpc: z.int(),
  reason: z.string().optional(),
  roles: z.array(z.string()).optional(),
});

/** The error envelope of the specification, section 7, with superjson's `meta`. */
export const errorBody = z.strictObject({
  error: z.strictObject({
    json: z.strictObject({ code: z.string(), message: z.string(), data: details }),
    meta: z.strictObject({
      referentialEqualities: z.strictObject({ 'data.rpc': z.tuple([z.literal('code')]) }),
      v: z.literal(1),
    }),
  }),
});

/** The status, code and message of an error response. */
export interface Failure {
  readonly status: number;
  readonly code: string;
  readonly message: string;
}

export const LOGIN_REQUIRED: Failure = {
  status: 401,
  code: 'UNAUTHORIZED',
  message: 'Please login (10001)',
};

export const PERMISSION_REQUIRED: Failure = {
  status: 403,
  code: 'FORBIDDEN',
  message: 'You do not have required permission (10002)',
};

export function badRequest(message: string): Failure {
  return { status: 400, code: 'BAD_REQUEST', message };
}

/** Calls procedures with plain HTTP and JSON, as in the specification. */
export class PlainCaller {
  constructor(
    private readonly origin: string,
    private readonly cookie?: string,
  ) {}

  /** Returns a caller with this `Cookie` header. */
  as(cookie: string): PlainCaller {
    return new PlainCaller(this.origin, cookie);
  }

  /** Sends the documented GET: its body is the JSON envelope. Without input it has no body. */
  async get(procedure: string, input?: unknown): Promise<Response> {
    const get = request(this.origin).get(`/api/trpc/${procedure}`).set(this.headers);
    return input === undefined ? get : get.send({ 0: { json: input } });
  }

  async getByQuery(procedure: string, input?: unknown): Promise<Response> {
    const get = request(this.origin).get(`/api/trpc/${procedure}`).set(this.headers);
    return input === undefined ? get : get.query({ input: JSON.stringify({ json: input }) });
  }

  async post(
    procedure: string,
    input?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Response> {
    const post = request(this.origin)
      .post(`/api/trpc/${procedure}`)
      .set({ ...this.headers, ...headers });
    return input === undefined ? post : post.send({ 0: { json: input } });
  }

  /** Sends several calls in one request. */
  async batch(...calls: readonly (readonly [procedure: string, input?: unknown])[]): Promise<Response> {
    const inputs = calls.map(([, input], index) => [index, { json: input }] as const);
    return request(this.origin)
      .post(`/api/trpc/${calls.map(([procedure]) => procedure).join(',')}`)
      .query({ batch: 1 })
      .set(this.headers)
      .send(Object.fromEntries(inputs));
  }

  private get headers(): Record<string, string> {
    return this.cookie === undefined ? {} : { cookie: this.cookie };
  }
}

/** Returns the payload of a successful response. Expects exactly the documented envelope. */
export function payload(response: Response): unknown {
  expect({ status: response.status, body: response.text }).toMatchObject({ status: 200 });
  expect(response.headers['content-type']).toBe('application/json');
  return success.parse(response.body).result.data.json;
}

const eventData = z.strictObject({ json: z.unknown() });

/** An event of a subscription. A client sends its id to continue after it. */
export interface ReceivedEvent {
  readonly id: string | undefined;
  readonly data: unknown;
}

/** Returns the events of a complete subscription. */
export function events(response: Response): ReceivedEvent[] {
  expect({ status: response.status, body: response.text }).toMatchObject({ status: 200 });
  expect(response.headers['content-type']).toBe('text/event-stream');
  const blocks = response.text.split('\n\n').filter((block) => block !== '');
  expect(blocks.at(-1)).toMatch(/^event: return$/m);
  return blocks.flatMap((block) => {
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
    const data = field('data');
    if (field('event') !== undefined || data === undefined) return [];
    return { id: field('id'), data: eventData.parse(JSON.parse(data)).json };
  });
}

/** Returns the failure of an error response. Expects exactly the documented envelope. */
export function failure(response: Response): Failure {
  const { code, message, data } = errorBody.parse(response.body).error.json;
  expect(data).toMatchObject({ code, httpStatus: response.status });
  return { status: response.status, code, message };
}
