import { STATUS_CODES } from 'node:http';
import { HttpException } from '@nestjs/common';
import type { RefusalDetails } from '../../../platform/access/refusal-details';
import type { Role } from '../../../platform/access/role';
import { type ErrorText, errorTexts } from '../error-texts';
import type { RouteFailure } from './plain-route';

/** An error of a route before its body is built: routes have different error formats. */
export interface FailureSpec extends ErrorText {
  /** Unique within the route. */
  readonly name: string;
  readonly status: number;
  /** Whether the response has the header `Retry-After`. */
  readonly hasRetryAfter?: true;
  /** What the body of a refusal of access has beside its text. */
  readonly details?: RefusalDetails;
}

/** Lists the errors of the access check, which runs before the request is read. */
export function listAccessFailures(roles: readonly Role[]): readonly FailureSpec[] {
  return [
    { name: 'twoCredentials', status: 400, ...errorTexts.twoCredentials },
    { name: 'login', status: 401, ...errorTexts.login, details: { reason: 'missing' } },
    { name: 'invalidLogin', status: 401, ...errorTexts.invalidLogin, details: { reason: 'expired' } },
    { name: 'role', status: 403, ...errorTexts.role, details: { roles } },
  ];
}

export const limitFailures: readonly FailureSpec[] = [
  { name: 'callLimit', status: 429, ...errorTexts.callLimit, hasRetryAfter: true },
  { name: 'tooBusy', status: 503, ...errorTexts.tooBusy, hasRetryAfter: true },
];

export const outageFailures: readonly FailureSpec[] = [
  { name: 'unexpected', status: 500, ...errorTexts.unexpected },
  { name: 'portal', status: 503, ...errorTexts.portal, hasRetryAfter: true },
  { name: 'database', status: 503, ...errorTexts.database, hasRetryAfter: true },
];

/** Outages of a route that records. */
export const recordingOutageFailures = outageFailures.map((failure) =>
  failure.name === 'database' ? { ...failure, ...errorTexts.unconfirmed } : failure,
);

/** Adds the error body that Nest sends. */
export function toRouteFailure({ text, details, ...failure }: FailureSpec): RouteFailure {
  const { status } = failure;
  // A masked error has no `error` field.
  if (status === 500) return { ...failure, body: { statusCode: status, message: text } };
  return {
    ...failure,
    body: { ...HttpException.createBody(text, STATUS_CODES[status] ?? '', status), ...details },
  };
}
