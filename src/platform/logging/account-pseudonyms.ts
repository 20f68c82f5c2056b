import { createHmac, hkdfSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { Environment } from '../config/environment';

const MAX_KNOWN = 10_000;

/** 64 bits: two of a million accounts have the same one with a probability of 1 in 37 million. */
const LENGTH = 16;

/** Makes the secret of this purpose differ from those of all others. */
const PURPOSE = 'pseudonyms of accounts in the log';

const PSEUDONYM = Symbol('pseudonym of the account');

declare module 'http' {
  interface IncomingMessage {
    [PSEUDONYM]?: string;
  }
}

/**
 * Pseudonyms of accounts for the log: keyed hashes of their ids, the same in every process with these settings. They change with
 * `OAUTH_CLIENT_SECRET`, or with `DATABASE_URL` if there is none.
 */
export class AccountPseudonyms {
  private readonly key: Buffer;
  private readonly known = new LRUCache<string, string>({ max: MAX_KNOWN });

  constructor({
    OAUTH_CLIENT_SECRET,
    DATABASE_URL,
  }: Pick<Environment, 'OAUTH_CLIENT_SECRET' | 'DATABASE_URL'>) {
    this.key = Buffer.from(hkdfSync('sha256', OAUTH_CLIENT_SECRET ?? DATABASE_URL, '', PURPOSE, 32));
  }

  of(accountId: string): string {
    const known = this.known.get(accountId);
    if (known !== undefined) return known;
    const pseudonym = createHmac('sha256', this.key).update(accountId).digest('hex').slice(0, LENGTH);
    this.known.set(accountId, pseudonym);
    return pseudonym;
  }
}

/** Adds the pseudonym of the account to all further log lines of a request. */
export function setPseudonym(request: IncomingMessage, pseudonym: string): void {
  request[PSEUDONYM] = pseudonym;
}

/** Returns the fields of a log line that name the account of a request; none before it is known, and for anonymous callers. */
export function accountFields(request: IncomingMessage): { account?: string } {
  const pseudonym = request[PSEUDONYM];
  return pseudonym === undefined ? {} : { account: pseudonym };
}
