import { Injectable } from '@nestjs/common';
import type { Request } from 'express';
import { z } from 'zod';
import type { Exchange } from '../../../platform/access/exchange';
import { exchangeOf } from '../../../platform/access/http-exchange';
import { Database } from '../../../platform/database/database';
import { Cookies, LOGIN_COOKIE, LOGIN_LANGUAGE_COOKIE } from '../sessions/cookies';
import { hashOf, isSecret, newSecret } from '../sessions/secret';
import { CREATE_LOGIN_ATTEMPT, DELETE_EXPIRED_LOGIN_ATTEMPTS, USE_LOGIN_ATTEMPT } from './login-attempt.sql';

/** Maximum time between the start of a login and the callback. */
const ATTEMPT_LIFETIME_SECONDS = 600;

const stateSchema = z.object({ returnTo: z.string(), language: z.string().optional() });

/** The state that the guard passes at the start of a login, and gets back at the callback. */
export type LoginState = z.output<typeof stateSchema>;

type StoreCallback = (error: Error | null, state?: string) => void;
type VerifyCallback = (error: Error | null, codeVerifier?: string | false, state?: unknown) => void;
type LoginAttemptRow = z.output<typeof USE_LOGIN_ATTEMPT.row>;

/**
 * Stores login attempts. Each is used once, by the browser that started it. The number of parameters of `store` and
 * `verify` must not change: passport-oauth2 decides by it how to call them.
 */
@Injectable()
export class LoginAttemptStore {
  constructor(
    private readonly database: Database,
    private readonly cookies: Cookies,
  ) {}

  // oxlint-disable-next-line typescript/max-params -- passport-oauth2's signature
  store(request: Request, codeVerifier: string, state: unknown, _meta: unknown, done: StoreCallback): void {
    const { returnTo, language } = stateSchema.parse(state);
    this.createAttempt(request, codeVerifier, returnTo).then((secret) => {
      this.writeLanguage(request, language);
      done(null, secret);
    }, done);
  }

  // oxlint-disable-next-line typescript/max-params -- passport-oauth2's signature
  verify(request: Request, state: unknown, _meta: unknown, done: VerifyCallback): void {
    this.useAttempt(request, state).then((attempt) => {
      if (attempt) done(null, attempt.codeVerifier, { returnTo: attempt.returnTo });
      else done(null, false, { message: 'unknown state' });
    }, done);
  }

  private async createAttempt(request: Request, codeVerifier: string, returnTo: string): Promise<string> {
    const state = newSecret();
    // Attempts in several tabs of a browser share its secret, so that each of them stays valid.
    const browserSecret = this.readBrowserSecret(request) ?? newSecret();
    await this.database.run(DELETE_EXPIRED_LOGIN_ATTEMPTS);
    await this.database.run(CREATE_LOGIN_ATTEMPT, {
      stateHash: hashOf(state),
      browserHash: hashOf(browserSecret),
      codeVerifier,
      returnTo,
      lifetimeSeconds: ATTEMPT_LIFETIME_SECONDS,
    });
    const cookie = { value: browserSecret, maxAge: ATTEMPT_LIFETIME_SECONDS };
    this.cookies.write(getExchange(request), LOGIN_COOKIE, cookie);
    return state;
  }

  /** Returns the attempt and deletes it; undefined if it is unknown, expired or another browser's. */
  private async useAttempt(request: Request, state: unknown): Promise<LoginAttemptRow | undefined> {
    const browserSecret = this.readBrowserSecret(request);
    if (browserSecret === undefined || typeof state !== 'string' || !isSecret(state)) return undefined;
    const hashes = { stateHash: hashOf(state), browserHash: hashOf(browserSecret) };
    return this.database.first(USE_LOGIN_ATTEMPT, hashes);
  }

  /** In a cookie: a refusal of the callback needs it too, and may have no login attempt. */
  private writeLanguage(request: Request, language: string | undefined): void {
    const exchange = getExchange(request);
    if (language !== undefined)
      this.cookies.write(exchange, LOGIN_LANGUAGE_COOKIE, {
        value: language,
        maxAge: ATTEMPT_LIFETIME_SECONDS,
      });
    else if (this.cookies.readIfSingle(exchange, LOGIN_LANGUAGE_COOKIE) !== undefined)
      this.cookies.clear(exchange, LOGIN_LANGUAGE_COOKIE);
  }

  private readBrowserSecret(request: Request): string | undefined {
    const secret = this.cookies.read(getExchange(request), LOGIN_COOKIE);
    return secret !== undefined && isSecret(secret) ? secret : undefined;
  }
}

function getExchange(request: Request): Exchange {
  const { res } = request;
  if (!res) throw new TypeError('Express gives every request its response');
  return exchangeOf(request, res);
}
