import { STATUS_CODES } from 'node:http';
import { HttpException } from '@nestjs/common';
import { type ErrorText, errorTexts } from '../error-texts';
import type { RouteFailure } from './plain-route';

/** A failure before it has a body. */
export interface FailureSpec extends ErrorText {
  /** Tells it from the other failures of the route. */
  readonly name: string;
  readonly status: number;
  /** Whether the answer says by `Retry-After` when to try again. */
  readonly waits?: true;
}

/** What a route refuses that is not for everyone, before it looks at what was sent, and where it fails. */
export const accessFailures: readonly FailureSpec[] = [
  { name: 'twoCredentials', status: 400, ...errorTexts.twoCredentials },
  { name: 'login', status: 401, ...errorTexts.login },
  { name: 'role', status: 403, ...errorTexts.role },
];

export const outageFailures: readonly FailureSpec[] = [
  { name: 'unexpected', status: 500, ...errorTexts.unexpected },
  { name: 'portal', status: 503, ...errorTexts.portal, waits: true },
];

/** A failure of a plain route, as Nest writes it. */
export function toRouteFailure({ text, ...refusal }: FailureSpec): RouteFailure {
  const { status } = refusal;
  // Nest names the error of what was thrown for the caller.
  if (status === 500) return { ...refusal, body: { statusCode: status, message: text } };
  return { ...refusal, body: HttpException.createBody(text, STATUS_CODES[status] ?? '', status) };
}
