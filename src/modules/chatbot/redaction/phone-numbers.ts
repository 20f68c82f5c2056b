import { getAfricanNumbers, hasCallingCode } from './african-numbers';
import { SEPARATORS, type Span, findSpans } from './spans';

/** A group of digits. */
interface Group extends Span {
  readonly digits: string;
  /** The separator before the group; undefined at the start of a sequence. */
  readonly separator: string | undefined;
  readonly hasPlus: boolean;
}

const MIN_DIGITS = 7;
/** ITU-T E.164, section 6.1. */
const MAX_DIGITS = 15;
const MAX_GROUPS = 8;
const SEPARATOR = /^(?:[ .\-()]{1,3}|\)| ?[/_*] ?|,)$/;

/** A number after a word for a telephone. Few words may stand between, so that a later measurement does not match. */
const ANNOUNCED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:tel|tél|télé|téléphone|telephone|telefone|phone|mobile|cell|cellphone|gsm|telemóvel|contact|contacto|appelez|appeler|appelle|call|ligue|ligar|my number|mon numéro|mon numero|meu número|meu numero|simu|piga|nambari yangu|namba yangu|whatsapp|telegram|sms|momo|m-pesa|mpesa|هاتف\p{L}*|تليفون\p{L}*|تلفون\p{L}*|موبايل\p{L}*|جوال\p{L}*|رقمي|اتصل\p{L}*|واتساب)` +
    String.raw`(?:${SEPARATORS}|(?:no|nr|num|number|numéro|numero|número|me|us|on|at|is|est|au|sur|le|moi|me|para|o|é|yangu|ni|namba|nambari|kwa|رقم|على|هو)(?![\p{L}\p{N}])){0,6}` +
    // Lists of short numbers, as of emergency services, have no zero at the start.
    String.raw`((?:\+ ?\(?\d|\(?0)(?:(?:[ .()/_*-]{0,3}|,)\d){5,14}(?!\d)|\(?\d(?:[ .()-]{0,3}\d){5,14}(?!\d))`,
  'giu',
);

/** A word for a measurement, directly before a number. */
const MEASURE =
  /(?<![\p{L}])(?:pulse|pouls|pulso|mapigo|bpm|hr|bp|ta|pa|tension|tensão|pressure|pression|pressão|presha|temp\p{L}*|joto|fasting|jeun|jejum|sugar|sucre|açúcar|sukari|glyc\p{L}*|glic\p{L}*|gluc\p{L}*|weight|poids|peso|uzito|spo2|sats?|saturation|saturação|cd4|[bβ]?-?hcg|count|load|charge|carga|platelets|plaquettes|plaquetas|نبض\p{L}*|ضغط\p{L}*|سكر\p{L}*|حرارة\p{L}*|وزن\p{L}*)[\s:=]{1,3}$/iu;

/** A unit, directly after a number. */
const UNIT =
  /^\s?(?:mg|mcg|µg|ng|pg|g|kg|ml|l|m?iu|m?ui|[mnp]?mol|cells?|cellules|copies|cópias|nakala|\/|%|x10|×|°)/i;

/**
 * Finds telephone numbers: of any country with the calling code, of African countries as they are written there, and any
 * number after a word for a telephone.
 * @param text in ASCII digits
 */
export function* findPhoneNumbers(text: string): Generator<Span> {
  for (const { end, match } of findSpans(text, ANNOUNCED)) {
    const number = match[1] ?? '';
    yield { start: end - number.length, end };
  }
  for (const sequence of groupSequences(text)) yield* findInSequence(sequence, text);
}

/** Yields sequences of groups with only separators between them. */
function* groupSequences(text: string): Generator<readonly Group[]> {
  let sequence: Group[] = [];
  let previousEnd = -1;
  for (const { start, end, match } of findSpans(text, /(?<!\d)\d+/g)) {
    const between = previousEnd < 0 ? '' : text.slice(previousEnd, start);
    const hasPlus = /\+ ?\(?$/.test(text.slice(Math.max(0, start - 3), start));
    const separator =
      !hasPlus && SEPARATOR.test(between) ? between.replace(/[()]/g, '').trim() || ' ' : undefined;
    if (separator === undefined && sequence.length > 0) {
      yield sequence;
      sequence = [];
    }
    sequence.push({ start, end, digits: match[0], separator, hasPlus });
    previousEnd = end;
  }
  if (sequence.length > 0) yield sequence;
}

/** Yields the longest number at each group, from left to right. */
function* findInSequence(sequence: readonly Group[], text: string): Generator<Span> {
  for (let index = 0; index < sequence.length;) {
    const count = countNumberGroups(sequence, index, text);
    const first = sequence[index];
    const last = sequence[index + count - 1];
    if (count > 0 && first && last) yield { start: startOf(first, last.end, text), end: last.end };
    index += Math.max(count, 1);
  }
}

/** Returns how many groups from an index on are a telephone number, or 0. */
function countNumberGroups(sequence: readonly Group[], index: number, text: string): number {
  const groups = sequence.slice(index, index + MAX_GROUPS);
  const [first] = groups;
  if (!first) return 0;
  let digits = '';
  const longestFirst = groups
    .map((group, position) => ({ count: position + 1, digits: (digits += group.digits) }))
    .filter((candidate) => candidate.digits.length >= MIN_DIGITS)
    .reverse();
  const prefixLength = first.hasPlus ? 0 : first.digits.startsWith('00') ? 2 : undefined;
  if (prefixLength !== undefined) {
    const international = longestFirst
      .map(({ count, digits }) => ({ count, digits: digits.slice(prefixLength) }))
      .filter(({ digits }) => digits.length <= MAX_DIGITS && hasCallingCode(digits));
    const african = international.find(({ digits }) =>
      getAfricanNumbers().international.test(withoutNationalPrefix(digits)),
    );
    return (african ?? international.find(({ digits }) => digits.length > MIN_DIGITS))?.count ?? 0;
  }
  const found = longestFirst.find(
    ({ count, digits }) =>
      digits.length <= MAX_DIGITS &&
      isNational(groups.slice(0, count), digits, index === 0 && count === sequence.length),
  );
  const last = found && groups[found.count - 1];
  if (!last) return 0;
  const before = text.slice(Math.max(0, first.start - 20), first.start);
  const after = text.slice(last.end, last.end + 12);
  return isMeasurement(found.digits, before, after) ? 0 : found.count;
}

/** @param isAlone whether no other groups stand beside these */
function isNational(groups: readonly Group[], digits: string, isAlone: boolean): boolean {
  const [first, ...others] = groups;
  if (others.length === 0) {
    // Seven digits without a separator may be a count.
    return (
      digits.length > MIN_DIGITS &&
      (getAfricanNumbers().national.test(digits) || getAfricanNumbers().mobile.test(digits))
    );
  }
  // In a sequence of measurements, at least one usually has a single digit.
  if (others.some((group) => group.digits.length < 2)) return false;
  // Commas usually separate values.
  if (others.some(({ separator }) => separator === ',') && !/^0\d{2}/.test(first?.digits ?? '')) return false;
  const separators = others.map(({ separator }) => separator);
  if (digits.startsWith('0')) {
    // The separator after the area code may differ from the others. Times of the day have more different ones.
    return new Set(separators.slice(1)).size <= 1 && getAfricanNumbers().national.test(digits);
  }
  // A series of tens.
  if (groups.every((group) => group.digits.endsWith('0'))) return false;
  // Three values in a row look like a short number, so beside other groups they count as values.
  const isLikely = isAlone || (digits.length > 8 && groups.some((group) => group.digits.length > 2));
  const isFormatted = new Set(separators).size === 1 && (first?.digits.length ?? 0) <= 4;
  return isLikely && isFormatted && getAfricanNumbers().mobileWithoutPrefix.test(digits);
}

/** Whether a number is round, or has a measure before it or a unit after it. */
function isMeasurement(digits: string, before: string, after: string): boolean {
  return !digits.startsWith('0') && (digits.endsWith('000') || UNIT.test(after) || MEASURE.test(before));
}

/** Removes a national prefix after the calling code, as in `+254 (0)712…`. */
function withoutNationalPrefix(digits: string): string {
  if (getAfricanNumbers().international.test(digits)) return digits;
  return digits.replace(/^(\d{2,3})0/, '$1');
}

/** Returns the start of a number with its plus sign, or with a bracket that is closed in the number. */
function startOf({ start, hasPlus }: Group, end: number, text: string): number {
  const isClosed = text.slice(start, end).includes(')');
  const opening = (hasPlus ? /\+ ?\(?$/ : isClosed ? /\($/ : /$/).exec(
    text.slice(Math.max(0, start - 3), start),
  );
  return start - (opening?.[0].length ?? 0);
}
