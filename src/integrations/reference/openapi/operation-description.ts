import type { AccessRule } from '../../../platform/access/access-rule';
import type { ProcedureContract } from '../../../platform/contract/contract';
import { describeDeprecation } from './json-schema';

const RANDOM_KEY_REQUIRED =
  ' Of a caller who is not signed in, the key must be a random UUID (version 4); any other is ignored.';

/** Describes access, deprecation, methods and retries of a procedure, in Markdown. */
export function describeProcedure({
  access,
  deprecated,
  endsSession,
  kind,
  input,
  idempotency,
}: ProcedureContract): string {
  const parts = [`**Who may call:** ${describeAccess(access)}.`];
  if (deprecated) {
    parts.push(
      `${describeDeprecation(deprecated)} Answers carry the headers \`Deprecation\` and \`Sunset\`.`,
    );
  }
  if (endsSession) parts.push('It ends the session of the cookie; an access token ends by itself.');
  if (!input) parts.push('It takes no input, and so no body.');
  if (kind !== 'mutation' && input)
    parts.push('It reads: GET takes the input as `?input=` or as a JSON body, POST as a JSON body.');
  if (kind === 'subscription') {
    parts.push(
      'It answers with server-sent events: each has an `id`, and `{"json": …}` as its `data`. A client that lost its connection asks again with the id of the last event it has, as `lastEventId` of the input or as the header `Last-Event-ID`, and gets what comes after it. After the event named `return` there is nothing more to come, and no reason to connect again.',
    );
  }
  if (idempotency !== 'none') {
    const isPublic = access === 'anyone';
    const callers = isPublic && idempotency === 'transaction' ? ' of a caller who is signed in' : '';
    const keyRule = isPublic && idempotency === 'lease' ? RANDOM_KEY_REQUIRED : '';
    parts.push(
      `A call${callers} may be repeated with the header \`Idempotency-Key\`: for 24 hours, the same key is answered with the first answer, and nothing is done again.${keyRule}`,
    );
  }
  return parts.join('\n\n');
}

/** Describes an access rule as the end of a sentence: "accounts with the role `doctor`". */
export function describeAccess(access: AccessRule): string {
  if (access === 'anyone') return 'anyone, signed in or not';
  if (access === 'session') return 'anyone who is signed in';
  return `accounts with the role ${access.map((role) => `\`${role}\``).join(' or ')}`;
}
