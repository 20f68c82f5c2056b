import { type RawResponse, sendRequest } from '../../support/raw-request';
import { errorBody } from '../../support/plain-caller';

export const DATE = '2026-03-14T09:30:00Z';

/** Calls procedures with an `Idempotency-Key` and returns raw responses. */
export class KeyedCaller {
  constructor(
    private readonly origin: string,
    private readonly cookie?: string,
  ) {}

  /** @param key value of the header; no header if undefined */
  send(procedure: string, input: unknown, key: string | undefined): Promise<RawResponse> {
    return this.sendBody(procedure, JSON.stringify({ json: input }), { ...keyHeader(key) });
  }

  sendBody(path: string, body: string, headers: Readonly<Record<string, string>>): Promise<RawResponse> {
    return sendRequest(this.origin, {
      path: `/api/trpc/${path}`,
      headers: { 'content-type': 'application/json', ...cookieHeader(this.cookie), ...headers },
      body,
    });
  }
}

function keyHeader(key: string | undefined): Record<string, string> {
  return key === undefined ? {} : { 'idempotency-key': key };
}

function cookieHeader(cookie: string | undefined): Record<string, string> {
  return cookie === undefined ? {} : { cookie };
}

/** Returns the parts of a response that a retry must repeat, and whether it was replayed. */
export function responseOf({ status, text, headers }: RawResponse): {
  status: number;
  replayed: boolean;
  text: string;
} {
  return { status, replayed: headers['idempotency-replayed'] === 'true', text };
}

/** Returns status and message of an error response. */
export function errorOf(reply: RawResponse): { status: number; message: string } {
  const { message } = errorBody.parse(JSON.parse(reply.text)).error.json;
  return { status: reply.status, message };
}
