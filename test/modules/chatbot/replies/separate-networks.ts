import { type RawResponse, sendRequest } from '../../../support/raw-request';

export type Headers = Readonly<Record<string, string>>;

export const JSON_TYPE: Headers = { 'content-type': 'application/json' };
export const ELSEWHERE: Headers = { origin: 'https://elsewhere.example' };
export const ORDINARY = 'I have had a cough for three weeks';

/** Returns the body of a message from Kenya. @param changes of its input */
export function inKenya(message: string, changes: object = {}): { readonly json: object } {
  return { json: { message, country: 'KE', ...changes } };
}

/** Posts messages, each from a network of its own, so that none uses up what another one may send. */
export class SeparateNetworks {
  private count = 0;

  /** @param origin of a platform behind one proxy */
  constructor(private readonly origin: () => string) {}

  post(path: string, body: unknown, headers: Headers = {}): Promise<RawResponse> {
    this.count += 1;
    return sendRequest(this.origin(), {
      path: `/api/trpc/${path}`,
      headers: { ...JSON_TYPE, 'x-forwarded-for': `192.0.2.${this.count % 250}`, ...headers },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  }
}
