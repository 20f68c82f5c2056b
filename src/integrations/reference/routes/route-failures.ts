import { STATUS_CODES } from 'node:http';
import { HttpException } from '@nestjs/common';
import { type Refusal, refusals } from '../refusals';
import type { RouteFailure } from './plain-route';

/** A failure before it has a body. */
export interface NamedRefusal extends Refusal {
  /** Tells it from the other failures of the route. */
  readonly name: string;
  readonly status: number;
  /** Whether the answer says by `Retry-After` when to try again. */
  readonly waits?: true;
}

/** What a route refuses that is not for everyone, before it looks at what was sent, and where it fails. */
export const accessRefusals: readonly NamedRefusal[] = [
  { name: 'twoCredentials', status: 400, ...refusals.twoCredentials },
  { name: 'login', status: 401, ...refusals.login },
  { name: 'role', status: 403, ...refusals.role },
];

export const outageRefusals: readonly NamedRefusal[] = [
  { name: 'unexpected', status: 500, ...refusals.unexpected },
  { name: 'portal', status: 503, ...refusals.portal, waits: true },
];

/** A failure of a plain route, as Nest writes it. */
export function plainFailure({ text, ...refusal }: NamedRefusal): RouteFailure {
  const { status } = refusal;
  // Nest names the error of what was thrown for the caller.
  if (status === 500) return { ...refusal, body: { statusCode: status, message: text } };
  return { ...refusal, body: HttpException.createBody(text, STATUS_CODES[status] ?? '', status) };
}
