import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { DataSource } from 'typeorm';
import { z } from 'zod';
import { exchangeOf } from '../../../platform/access/http-exchange';
import { Cookies, LOGIN_COOKIE } from '../sessions/cookies';
import { hashOf, isSecret, newSecret } from '../sessions/secret';

/** How long a person may take at the portal, in seconds. */
const ATTEMPT_SECONDS = 600;

/** What the caller of the strategy passes with an attempt, and gets back at its end. */
export interface LoginState {
  readonly returnTo: string;
}

const stateSchema: z.ZodType<LoginState> = z.object({ returnTo: z.string() });

type Stored = (error: Error | null, state?: string) => void;
type Verified = (error: Error | null, codeVerifier?: string | false, state?: unknown) => void;

/**
 * Remembers login attempts: each is used once, within ten minutes, by the browser that began it. passport-oauth2
 * chooses a store's methods by the number of their parameters.
 */
@Injectable()
export class LoginAttemptStore {
  constructor(
    private readonly dataSource: DataSource,
    private readonly cookies: Cookies,
  ) {}

  // eslint-disable-next-line @typescript-eslint/max-params -- passport-oauth2's signature
  store(request: Request, codeVerifier: string, state: unknown, _meta: unknown, done: Stored): void {
    this.begin(request, codeVerifier, stateSchema.parse(state)).then((handle) => {
      done(null, handle);
    }, done);
  }

  // eslint-disable-next-line @typescript-eslint/max-params -- passport-oauth2's signature
  verify(request: Request, state: unknown, _meta: unknown, done: Verified): void {
    this.use(request, state).then((attempt) => {
      if (attempt) done(null, attempt.code_verifier, { returnTo: attempt.return_to });
      else done(null, false, { message: 'unknown state' });
    }, done);
  }

  private async begin(request: Request, codeVerifier: string, { returnTo }: LoginState): Promise<string> {
    const state = newSecret();
    const browser = this.browserOf(request) ?? newSecret();
    await this.dataSource.query('DELETE FROM login_attempt WHERE expires_at < now()');
    await this.dataSource.query(
      `INSERT INTO login_attempt (state_hash, browser_hash, code_verifier, return_to, expires_at)
       VALUES ($1, $2, $3, $4, now() + make_interval(secs => $5))`,
      [hashOf(state), hashOf(browser), codeVerifier, returnTo, ATTEMPT_SECONDS],
    );
    // A browser keeps its secret over several attempts, so that a second tab does not spoil the first.
    this.cookies.write(this.exchange(request), LOGIN_COOKIE, { value: browser, maxAge: ATTEMPT_SECONDS });
    return state;
  }

  private async use(request: Request, state: unknown): Promise<AttemptRow | undefined> {
    const browser = this.browserOf(request);
    if (browser === undefined || typeof state !== 'string' || !isSecret(state)) return undefined;
    const [rows] = await this.dataSource.query<[AttemptRow[], number]>(
      `DELETE FROM login_attempt WHERE state_hash = $1 AND browser_hash = $2 AND expires_at > now()
       RETURNING code_verifier, return_to`,
      [hashOf(state), hashOf(browser)],
    );
    return rows[0];
  }

  private browserOf(request: Request): string | undefined {
    const secret = this.cookies.read(this.exchange(request), LOGIN_COOKIE);
    return secret !== undefined && isSecret(secret) ? secret : undefined;
  }

  private exchange(request: Request) {
    const { res } = request;
    if (!res) throw new TypeError('Express gives every request its response');
    return exchangeOf(request, res);
  }
}

interface AttemptRow {
  readonly code_verifier: string;
  readonly return_to: string;
}
