import { findIdentityNumbers, findLongNumbers } from './identity-numbers';
import { findLinks } from './links';
import { findPhoneNumbers } from './phone-numbers';
import { type Span, findSpans, replaceSpans } from './spans';

interface Identifier extends Span {
  readonly placeholder: '[email]' | '[phone]' | '[id number]' | '[link]';
}

/** Characters without a glyph. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/g;
/** Characters of identifiers, in which an invisible character would hide the identifier. */
const IDENTIFIER_CHARACTER = /[\p{Nd}+@.]/u;

const MAILBOX = String.raw`(?<![\p{L}\p{N}.!#$%&'*+/=?^_\x60{|}~-])[\p{L}\p{N}.!#$%&'*+/=?^_\x60{|}~-]+`;
const LABEL = String.raw`[\p{L}\p{N}-]{1,63}`;
const WORD_DOT = String.raw` (?:dot|point|ponto) `;
/** Top-level domains of a host that is written in words, so that `point` in a sentence is no address. */
const TOP_LEVEL =
  '(?:com|org|net|info|edu|gov|africa|fr|pt|uk|za|ke|ng|gh|tz|ug|rw|mz|ao|sn|ci|cm|cd|ma|dz|tn|eg)';
const EMAIL = new RegExp(
  [
    String.raw`${MAILBOX} ?(?:@|[(\[{] ?(?:at|arobase|arroba) ?[)\]}]) ?` +
      String.raw`(?:${LABEL}(?:\.| ?[(\[{] ?(?:dot|point|ponto) ?[)\]}] ?)){1,8}\p{L}{2,24}`,
    String.raw`${MAILBOX}(?: (?:at|arobase|arroba) | ?[(\[{] ?(?:at|arobase|arroba) ?[)\]}] ?| ?@ ?)` +
      String.raw`${LABEL}(?:(?:${WORD_DOT}|\.)${LABEL}){0,2}${WORD_DOT}${TOP_LEVEL}(?![\p{L}\p{N}])`,
    String.raw`${MAILBOX} (?:at|arobase|arroba) (?:gmail|yahoo|hotmail|outlook|icloud|live)(?:\.\p{L}{2,3}){1,2}(?![\p{L}\p{N}])`,
  ].join('|'),
  'giu',
);

const DAY = String.raw`(?:0?[1-9]|[12]\d|3[01])`;
const MONTH = String.raw`(?:0?[1-9]|1[0-2])`;
const YEAR = String.raw`(?:19|20)\d\d`;
/** Dates, which may have eight digits, and lists of years. */
const DATE = new RegExp(
  [
    String.raw`(?<!\d[ ./-]?)${YEAR}([./-])${MONTH}\1${DAY}(?:[T ]\d{1,2}[:h]\d{2})?(?![-./]?\d)`,
    String.raw`(?<!\d[ ./-]?)${DAY}([ ./-])${MONTH}\2${YEAR}(?![ ./-]?\d)`,
    String.raw`(?<!\d[ ./-]?)(?:${DAY}\/${MONTH}|${MONTH}\/${DAY})\/(?:${YEAR}|\d\d)(?![/-]?\d)`,
    String.raw`(?<!\d)${YEAR}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?![ .-]?\d|[A-Za-z])`,
    String.raw`(?<!\d[ .-]?)${YEAR}(?:[ -]${YEAR}){1,10}(?![ .-]?\d)`,
  ].join('|'),
  'g',
);

/** Toll-free numbers of services, such as helplines. They have this form in most countries. */
const TOLL_FREE = /(?<![\d+]|\d[ -])0800(?:[ -]?\d{3}){2}(?![ -]?\d)/g;

/**
 * Replaces e-mail addresses, telephone numbers, identity numbers and private links by placeholders. Measurements, counts,
 * doses and dates stay, as far as their form tells.
 */
export function withoutIdentifiers(text: string): string {
  const visible = text.replace(INVISIBLE, (characters, start: number) => {
    const neighbours = text.slice(Math.max(0, start - 1), start) + text.charAt(start + characters.length);
    return IDENTIFIER_CHARACTER.test(neighbours) ? '' : characters;
  });
  const identifiers: Identifier[] = [];
  let rest = normalise(visible);
  // Blanks spans, so that later patterns do not find them again.
  const skip = (spans: readonly Span[]) => {
    rest = replaceSpans(rest, spans, ({ start, end }) => '\0'.repeat(end - start));
  };
  const take = (placeholder: Identifier['placeholder'], spans: Iterable<Span>) => {
    const taken = [...spans].map(({ start, end }) => ({ start, end, placeholder }));
    identifiers.push(...taken);
    skip(taken);
  };
  const links = [...findLinks(rest)];
  take(
    '[link]',
    links.filter(({ isPrivate }) => isPrivate),
  );
  take('[email]', findSpans(rest, EMAIL));
  skip(links.filter(({ isPrivate }) => !isPrivate));
  skip([...findSpans(rest, DATE)]);
  skip([...findSpans(rest, TOLL_FREE)]);
  take('[id number]', findIdentityNumbers(rest));
  take('[phone]', findPhoneNumbers(rest));
  take('[id number]', findLongNumbers(rest));
  return replaceSpans(visible, identifiers, ({ placeholder }) => placeholder);
}

/** Writes digits, spaces and hyphens in ASCII; the length stays the same. */
function normalise(text: string): string {
  return text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replace(/[\u00a0\u2000-\u200a\u202f]/g, ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll('\uff0b', '+')
    .replaceAll('\uff20', '@');
}
