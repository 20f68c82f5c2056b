import type { AccessRule } from '../../../platform/access/access-rule';
import type { ProcedureContract } from '../../../platform/trpc/contract/contract';
import { describeDeprecation } from './json-schema';

const SECRET_KEYS =
  ' Of a caller who is not signed in, the key must be a random UUID (version 4); any other is ignored.';

/** What there is to know of a procedure beside its summary and its fields, in Markdown. */
export function describeProcedure({
  access,
  deprecated,
  endsSession,
  kind,
  input,
  repetition,
}: ProcedureContract): string {
  const parts = [`**Who may call:** ${describeAccess(access)}.`];
  if (deprecated) {
    parts.push(`${describeDeprecation(deprecated)} Answers carry the headers \`Deprecation\` and \`Sunset\`.`);
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
  if (repetition !== 'none') {
    const isOpen = access === 'anyone';
    const whose = isOpen && repetition === 'transaction' ? ' of a caller who is signed in' : '';
    const which = isOpen && repetition === 'lease' ? SECRET_KEYS : '';
    parts.push(
      `A call${whose} may be repeated with the header \`Idempotency-Key\`: for 24 hours, the same key is answered with the first answer, and nothing is done again.${which}`,
    );
  }
  return parts.join('\n\n');
}

/** Says who a procedure lets in, as the end of a sentence. */
export function describeAccess(access: AccessRule): string {
  if (access === 'anyone') return 'anyone, signed in or not';
  if (access === 'session') return 'anyone who is signed in';
  return `accounts with the role ${access.map((role) => `\`${role}\``).join(' or ')}`;
}
