import type { Failure } from '../support/plain-caller';

export function notFound(message: string): Failure {
  return { status: 404, code: 'NOT_FOUND', message };
}

export function conflict(message: string): Failure {
  return { status: 409, code: 'CONFLICT', message };
}

export const POST_REQUIRED: Failure = {
  status: 405,
  code: 'METHOD_NOT_SUPPORTED',
  message: 'expected POST with the input as a JSON body',
};

/** Of a mutation without input. */
export const EMPTY_POST_REQUIRED: Failure = { ...POST_REQUIRED, message: 'expected POST' };

export const NO_CONVERSATION = notFound('conversationId: no such conversation');

/** The failure of an account of Kenya that names another country. @param field the input's field with the country */
export function foreignCountry(field = 'country'): Failure {
  const message = `${field}: your account is tied to KE; leave it out or send KE (10002)`;
  return { status: 403, code: 'FORBIDDEN', message };
}
