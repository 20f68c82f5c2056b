import { AFRICAN_NUMBERS, hasCallingCode } from './african-numbers';
import { type Span, spansOf } from './spans';

interface Group extends Span {
  readonly digits: string;
  /** What stands between the group before and this one; undefined where more than separators does. */
  readonly gap: string | undefined;
  readonly hasPlus: boolean;
}

const FEWEST_DIGITS = 7;
/** ITU-T E.164, section 6.1. */
const MOST_DIGITS = 15;
const MOST_GROUPS = 8;
const GAP = /^(?:[ .\-()]{1,3}|\)| ?[/_*] ?|,)$/;

/** Says that a telephone number follows. The words between are few, so that no measurement far behind is meant. */
const ANNOUNCED = new RegExp(
  String.raw`(?<![\p{L}\p{N}])(?:tel|tél|télé|téléphone|telephone|telefone|phone|mobile|cell|cellphone|gsm|telemóvel|contact|contacto|appelez|appeler|appelle|call|ligue|ligar|my number|mon numéro|mon numero|meu número|meu numero|simu|piga|nambari yangu|namba yangu|whatsapp|telegram|sms|momo|m-pesa|mpesa|هاتف\p{L}*|تليفون\p{L}*|تلفون\p{L}*|موبايل\p{L}*|جوال\p{L}*|رقمي|اتصل\p{L}*|واتساب)` +
    String.raw`(?:[\s:#=.°º-]{1,3}|(?:no|nr|num|number|numéro|numero|número|me|us|on|at|is|est|au|sur|le|moi|me|para|o|é|yangu|ni|namba|nambari|kwa|رقم|على|هو)(?![\p{L}\p{N}])){0,6}` +
    // Short numbers one after another, as of several services, do not begin with a zero.
    String.raw`((?:\+ ?\(?\d|\(?0)(?:(?:[ .()/_*-]{0,3}|,)\d){5,14}(?!\d)|\(?\d(?:[ .()-]{0,3}\d){5,14}(?!\d))`,
  'giu',
);

/** What is measured, right before a number. */
const MEASURE =
  /(?<![\p{L}])(?:pulse|pouls|pulso|mapigo|bpm|hr|bp|ta|pa|tension|tensão|pressure|pression|pressão|presha|temp\p{L}*|joto|fasting|jeun|jejum|sugar|sucre|açúcar|sukari|glyc\p{L}*|glic\p{L}*|gluc\p{L}*|weight|poids|peso|uzito|spo2|sats?|saturation|saturação|cd4|[bβ]?-?hcg|count|load|charge|carga|platelets|plaquettes|plaquetas|نبض\p{L}*|ضغط\p{L}*|سكر\p{L}*|حرارة\p{L}*|وزن\p{L}*)[\s:=]{1,3}$/iu;

/** What is counted or measured, right after a number. */
const UNIT =
  /^\s?(?:mg|mcg|µg|ng|pg|g|kg|ml|l|m?iu|m?ui|[mnp]?mol|cells?|cellules|copies|cópias|nakala|\/|%|x10|×|°)/i;

/**
 * Telephone numbers: of any country with its calling code, of African countries as they are written there, and whatever
 * is announced as one.
 * @param text in ASCII digits
 */
export function* phoneNumbers(text: string): Generator<Span> {
  for (const { end, match } of spansOf(text, ANNOUNCED)) {
    const number = match[1] ?? '';
    yield { start: end - number.length, end };
  }
  for (const stretch of stretches(text)) yield* numbersIn(stretch, text);
}

/** Digits with nothing but separators between them. */
function* stretches(text: string): Generator<readonly Group[]> {
  let stretch: Group[] = [];
  let before = -1;
  for (const { start, end, match } of spansOf(text, /(?<!\d)\d+/g)) {
    const between = before < 0 ? '' : text.slice(before, start);
    const hasPlus = /\+ ?\(?$/.test(text.slice(Math.max(0, start - 3), start));
    const gap = !hasPlus && GAP.test(between) ? between.replace(/[()]/g, '').trim() || ' ' : undefined;
    if (gap === undefined && stretch.length > 0) {
      yield stretch;
      stretch = [];
    }
    stretch.push({ start, end, digits: match[0], gap, hasPlus });
    before = end;
  }
  if (stretch.length > 0) yield stretch;
}

/** From left to right, the longest number that begins at a group. */
function* numbersIn(stretch: readonly Group[], text: string): Generator<Span> {
  for (let first = 0; first < stretch.length;) {
    const length = numberAt(stretch, first, text);
    const begin = stretch[first];
    const last = stretch[first + length - 1];
    if (length > 0 && begin && last) yield { start: startOf(begin, last.end, text), end: last.end };
    first += Math.max(length, 1);
  }
}

/** How many groups from this one on are a telephone number; 0 for none. */
function numberAt(stretch: readonly Group[], first: number, text: string): number {
  const groups = stretch.slice(first, first + MOST_GROUPS);
  const [begin] = groups;
  if (!begin) return 0;
  const isWhole = (count: number) => first === 0 && count === stretch.length;
  let digits = '';
  const windows = groups.map((group, index) => {
    digits += group.digits;
    return { count: index + 1, digits };
  });
  const candidates = windows.filter((window) => window.digits.length >= FEWEST_DIGITS).reverse();
  const code = begin.hasPlus ? 0 : begin.digits.startsWith('00') ? 2 : undefined;
  if (code !== undefined) {
    const international = candidates
      .map((window) => ({ ...window, digits: window.digits.slice(code) }))
      .filter((window) => window.digits.length <= MOST_DIGITS && hasCallingCode(window.digits));
    const known = international.find((window) =>
      AFRICAN_NUMBERS.international.test(withoutTrunk(window.digits)),
    );
    return (known ?? international.find((window) => window.digits.length > FEWEST_DIGITS))?.count ?? 0;
  }
  const found = candidates.find(
    ({ count, digits: number }) =>
      number.length <= MOST_DIGITS && isNational(groups.slice(0, count), number, isWhole(count)),
  );
  const last = found && groups[found.count - 1];
  if (!last) return 0;
  const around = {
    before: text.slice(Math.max(0, begin.start - 20), begin.start),
    after: text.slice(last.end, last.end + 12),
  };
  if (isMeasured(found.digits, around)) return 0;
  return found.count;
}

function isNational(groups: readonly Group[], digits: string, isWhole: boolean): boolean {
  const [begin, ...others] = groups;
  if (others.length === 0) {
    // A bare run of seven is a count as often.
    return (
      digits.length > FEWEST_DIGITS &&
      (AFRICAN_NUMBERS.national.test(digits) || AFRICAN_NUMBERS.mobile.test(digits))
    );
  }
  // Measurements one after another have a single digit among them sooner or later.
  if (others.some((group) => group.digits.length < 2)) return false;
  // Commas stand between values more often than in a number.
  if (others.some(({ gap }) => gap === ',') && !/^0\d{2}/.test(begin?.digits ?? '')) return false;
  // The area may stand apart in another way than what follows; times of the day change their gaps all along.
  const gaps = new Set(others.map(({ gap }) => gap));
  if (digits.startsWith('0')) {
    return new Set(others.slice(1).map(({ gap }) => gap)).size <= 1 && AFRICAN_NUMBERS.national.test(digits);
  }
  // A series of tens.
  if (groups.every((group) => group.digits.endsWith('0'))) return false;
  // Three values one after another look like a short number too; among others they are taken for values.
  const isLikely = isWhole || (digits.length > 8 && groups.some((group) => group.digits.length > 2));
  const isFormatted = gaps.size === 1 && (begin?.digits.length ?? 0) <= 4;
  return isLikely && isFormatted && AFRICAN_NUMBERS.mobileWithoutTrunk.test(digits);
}

/** Round numbers and what stands between a measure and a unit are counts. */
function isMeasured(digits: string, { before, after }: { before: string; after: string }): boolean {
  return !digits.startsWith('0') && (digits.endsWith('000') || UNIT.test(after) || MEASURE.test(before));
}

/** `+254 (0)712…`: nobody dials that zero from abroad. */
function withoutTrunk(digits: string): string {
  if (AFRICAN_NUMBERS.international.test(digits)) return digits;
  return digits.replace(/^(\d{2,3})0/, '$1');
}

/** With the sign before the first digit, and with a bracket that is closed within the number. */
function startOf({ start, hasPlus }: Group, end: number, text: string): number {
  const isClosed = text.slice(start, end).includes(')');
  const opening = (hasPlus ? /\+ ?\(?$/ : isClosed ? /\($/ : /$/).exec(
    text.slice(Math.max(0, start - 3), start),
  );
  return start - (opening?.[0].length ?? 0);
}
