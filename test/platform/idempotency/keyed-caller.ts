import { type RawResponse, sendRequest } from '../../support/raw-request';
import { errorBody } from '../../support/plain-caller';

export const DATE = '2026-03-14T09:30:00Z';

/** Calls procedures with an `Idempotency-Key` and returns raw responses. */
export class KeyedCaller {
  constructor(
    private readonly origin: string,
    private readonly cookie?: string,
  ) {}

  as(cookie: string): KeyedCaller {
    return new KeyedCaller(this.origin, cookie);
  }

  /** @param key value of the header; no header if undefined */
  send(procedure: string, input: unknown, key: string | undefined): Promise<RawResponse> {
    const headers = { ...(key !== undefined && { 'idempotency-key': key }) };
    return this.sendBody(procedure, JSON.stringify({ json: input }), headers);
  }

  record(input: unknown, key: string | undefined): Promise<RawResponse> {
    return this.send('consultations.record', input, key);
  }

  sendBody(path: string, body: string, headers: Readonly<Record<string, string>>): Promise<RawResponse> {
    const cookie = { ...(this.cookie !== undefined && { cookie: this.cookie }) };
    return sendRequest(this.origin, {
      path: `/api/trpc/${path}`,
      headers: { 'content-type': 'application/json', ...cookie, ...headers },
      body,
    });
  }
}

/** Returns the parts of a response that a retry must repeat, and whether it was replayed. */
export function responseOf({ status, text, headers }: RawResponse): {
  status: number;
  replayed: boolean;
  text: string;
} {
  return { status, replayed: headers['idempotency-replayed'] === 'true', text };
}

/** Expects a success that was not replayed. */
export function expectFirst(reply: RawResponse): void {
  expect(responseOf(reply)).toMatchObject({ status: 200, replayed: false });
}

/** Expects the status and the text of the first response, marked as replayed. */
export function expectReplay(reply: RawResponse, first: RawResponse): void {
  expect(responseOf(reply)).toEqual({ ...responseOf(first), replayed: true });
}

/** Returns status and message of an error response. */
export function errorOf(reply: RawResponse): { status: number; message: string } {
  const { message } = errorBody.parse(JSON.parse(reply.text)).error.json;
  return { status: reply.status, message };
}
