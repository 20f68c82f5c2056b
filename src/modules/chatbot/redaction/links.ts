import { trimEndOf } from '../../../shared/text';
import { type Span, findSpans } from './spans';

const WITH_SCHEME = /(?<![\p{L}\p{N}])(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)[^\s<>"'«»“”]+/giu;
/** `example.org/reset?token=…` */
const WITHOUT_SCHEME =
  /(?<![\p{L}\p{N}.@-])(?:[a-z0-9-]{1,63}\.)+[a-z]{2,24}(?::\d{1,5})?[/?][^\s<>"'«»“”]*/giu;

const SECRET_NAME =
  /(?:token|key|secret|auth|pass|pwd|session|sess|sid|sig|code|otp|pin|jwt|ticket|state|mail|phone|tel|user|login|name|patient|invite|id)$/i;
/** Of the sentence around a link, not of the link. */
const SENTENCE_END = '.,;:!?)]';
const MAX_PUBLIC_LENGTH = 15;

export interface Link extends Span {
  /** Whether the link may contain a secret or an identifier. */
  readonly isPrivate: boolean;
}

/** Finds links to the web and to other services. */
export function* findLinks(text: string): Generator<Link> {
  for (const pattern of [WITH_SCHEME, WITHOUT_SCHEME]) {
    for (const { start, match } of findSpans(text, pattern)) {
      const link = trimEndOf(match[0], SENTENCE_END);
      yield { start, end: start + link.length, isPrivate: isPrivate(link) };
    }
  }
}

function isPrivate(link: string): boolean {
  const rest = link.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
  const [authority = ''] = rest.split(/[/?#]/, 1);
  if (authority.includes('@')) return true;
  const [path = '', ...parameters] = rest.slice(authority.length).split(/[?#&;]/);
  return path.split('/').some(isSecret) || parameters.some(isSecretParameter);
}

function isSecretParameter(parameter: string): boolean {
  const [name = '', ...values] = parameter.split('=');
  const value = values.join('=');
  return value !== '' && (SECRET_NAME.test(name) || value.length > MAX_PUBLIC_LENGTH || isSecret(value));
}

/** Whether a part of a link is no name of a page: it has many digits, or is a long mix of letters and digits. */
function isSecret(part: string): boolean {
  if (/\d{7}/.test(part) || part.startsWith('eyJ')) return true;
  return (
    part.length > MAX_PUBLIC_LENGTH &&
    /\d/.test(part) &&
    /^[\w.~%+-]*$/.test(part) &&
    !/[a-z]-[a-z]+-/i.test(part)
  );
}
