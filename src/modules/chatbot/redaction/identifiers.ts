import { identityNumbers, longNumbers } from './identity-numbers';
import { links } from './links';
import { phoneNumbers } from './phone-numbers';
import { type Span, blanked, spansOf } from './spans';

/** What stands in the place of an identifier. */
type Placeholder = '[email]' | '[phone]' | '[id number]' | '[link]';

/** Marks that show nothing. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]+/g;
/** What identifiers are made of: marks beside it could keep one from being seen. */
const TELLING = /[\p{Nd}+@.]/u;

const MAILBOX = String.raw`(?<![\p{L}\p{N}.!#$%&'*+/=?^_\x60{|}~-])[\p{L}\p{N}.!#$%&'*+/=?^_\x60{|}~-]+`;
const LABEL = String.raw`[\p{L}\p{N}-]{1,63}`;
const WORD_DOT = String.raw` (?:dot|point|ponto) `;
/** Of a host that is written in words: what follows `point` in a sentence is none of these. */
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
/** Days of a calendar, which are eight digits too, and years one after another. */
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

/** Of services, as helplines are; the same in most countries that have any. */
const TOLL_FREE = /(?<![\d+]|\d[ -])0800(?:[ -]?\d{3}){2}(?![ -]?\d)/g;

/**
 * A text without what names a person directly: e-mail addresses, telephone numbers, national identity numbers and addresses
 * of the web that hold a password or a token, each replaced by a placeholder. What is measured, counted, dosed or dated
 * stays, as far as its form tells.
 */
export function withoutIdentifiers(text: string): string {
  const visible = text.replace(INVISIBLE, (marks, at: number) => {
    const isBeside = TELLING.test(text.slice(Math.max(0, at - 1), at) + text.charAt(at + marks.length));
    return isBeside ? '' : marks;
  });
  const found: (Span & { readonly placeholder: Placeholder | undefined })[] = [];
  let rest = plain(visible);
  const take = (placeholder: Placeholder | undefined, spans: Iterable<Span>) => {
    const some = [...spans].map(({ start, end }) => ({ start, end, placeholder }));
    found.push(...some);
    rest = blanked(rest, some);
  };
  const addresses = [...links(rest)];
  take(
    '[link]',
    addresses.filter(({ isPrivate }) => isPrivate),
  );
  take('[email]', spansOf(rest, EMAIL));
  take(
    undefined,
    addresses.filter(({ isPrivate }) => !isPrivate),
  );
  take(undefined, spansOf(rest, DATE));
  take(undefined, spansOf(rest, TOLL_FREE));
  take('[id number]', identityNumbers(rest));
  take('[phone]', phoneNumbers(rest));
  take('[id number]', longNumbers(rest));
  return replaced(visible, found);
}

/** In ASCII digits and with plain spaces and hyphens, unit for unit. */
function plain(text: string): string {
  return text
    .replace(/[\u0660-\u0669]/g, (digit) => String(digit.charCodeAt(0) - 0x660))
    .replace(/[\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0))
    .replace(/[\uff10-\uff19]/g, (digit) => String(digit.charCodeAt(0) - 0xff10))
    .replace(/[\u00a0\u2000-\u200a\u202f]/g, ' ')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .replaceAll('\uff0b', '+')
    .replaceAll('\uff20', '@');
}

function replaced(
  text: string,
  found: readonly (Span & { readonly placeholder: Placeholder | undefined })[],
): string {
  let at = 0;
  let result = '';
  for (const { start, end, placeholder } of found.toSorted((a, b) => a.start - b.start)) {
    if (start < at || placeholder === undefined) continue;
    result += text.slice(at, start) + placeholder;
    at = end;
  }
  return result + text.slice(at);
}
