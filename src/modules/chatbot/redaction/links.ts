import { type Span, spansOf } from './spans';

const WITH_SCHEME = /(?<![\p{L}\p{N}])(?:[a-z][a-z0-9+.-]{1,20}:\/\/|www\.)[^\s<>"'«»“”]+/giu;
/** `example.org/reset?token=…` */
const WITHOUT_SCHEME =
  /(?<![\p{L}\p{N}.@-])(?:[a-z0-9-]{1,63}\.)+[a-z]{2,24}(?::\d{1,5})?[/?][^\s<>"'«»“”]*/giu;

const SECRET_NAME =
  /(?:token|key|secret|auth|pass|pwd|session|sess|sid|sig|code|otp|pin|jwt|ticket|state|mail|phone|tel|user|login|name|patient|invite|id)$/i;
const LONGEST_HARMLESS_VALUE = 15;

/** An address of the web, and whether it tells more than where a public page is. */
export interface Link extends Span {
  readonly isPrivate: boolean;
}

/** Addresses of the web and of other services. */
export function* links(text: string): Generator<Link> {
  for (const pattern of [WITH_SCHEME, WITHOUT_SCHEME]) {
    for (const { start, end, match } of spansOf(text, pattern)) {
      const address = match[0].replace(/[.,;:!?)\]]+$/, '');
      yield { start, end: end - (match[0].length - address.length), isPrivate: isPrivate(address) };
    }
  }
}

/** Whether it holds a password, a token, or something as long as one. */
function isPrivate(address: string): boolean {
  const rest = address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '');
  const [authority = ''] = rest.split(/[/?#]/, 1);
  if (authority.includes('@')) return true;
  const [path = '', ...parameters] = rest.slice(authority.length).split(/[?#&;]/);
  return path.split('/').some(isSecret) || parameters.some(isSecretParameter);
}

function isSecretParameter(parameter: string): boolean {
  const [name = '', ...values] = parameter.split('=');
  const value = values.join('=');
  return value !== '' && (SECRET_NAME.test(name) || value.length > LONGEST_HARMLESS_VALUE || isSecret(value));
}

/** What no page is called: much of it digits, or letters and digits at length. */
function isSecret(part: string): boolean {
  if (/\d{7}/.test(part) || part.startsWith('eyJ')) return true;
  return (
    part.length > LONGEST_HARMLESS_VALUE &&
    /\d/.test(part) &&
    /^[\w.~%+-]*$/.test(part) &&
    !/[a-z]-[a-z]+-/i.test(part)
  );
}
