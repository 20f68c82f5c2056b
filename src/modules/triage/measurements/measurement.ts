/** A measured value in a message. */
export type Measurement = {
  /** The message without the value and what it is of. */
  readonly rest: string;
} & (
  | {
      readonly kind: 'bloodPressure';
      /** In mmHg. */
      readonly upper: number;
      readonly lower: number;
    }
  | {
      readonly kind: 'bloodSugar';
      /** In mmol/L. */
      readonly value: number;
    }
);

/** Returns the blood pressure or the blood sugar that a message names, in any of the usual units. */
export function findMeasurement(message: string): Measurement | undefined {
  const text = normalizeNumbers(message);
  return findPressure(text) ?? findSugar(text);
}

/** Returns a message in lower case, with digits and decimal points of English. */
export function normalizeNumbers(message: string): string {
  return message
    .replace(/[٠-٩]/g, (digit) => String('٠١٢٣٤٥٦٧٨٩'.indexOf(digit)))
    .replace(/(\d)[,٫](\d)/g, '$1.$2')
    .toLowerCase();
}

const PRESSURE_WORD = /\b(?:bp|b\.p|pressure|tension|tens[aã]o|presha|shinikizo)\b|ضغط/;
/** Two numbers, as in `165/105`, `165 over 105` or, in centimetres of mercury, `16/10` and `16,5/9`. */
const PRESSURE =
  /(?<![\d.])(\d{1,3}(?:\.\d)?) ?(?:\/|\\|over|sur|por|na|par|على) ?(\d{1,3}(?:\.\d)?)(?![\d./])/;
const MAX_CENTIMETRES = 30;
/** In English, two such numbers are a date. */
const CENTIMETRES_WORD = /tension|tens[aã]o|ضغط/;

function findPressure(text: string): Measurement | undefined {
  const found = PRESSURE_WORD.test(text) ? PRESSURE.exec(text) : null;
  if (!found) return undefined;
  const inCentimetres = Number(found[1]) <= MAX_CENTIMETRES && CENTIMETRES_WORD.test(text);
  const [upper, lower] = [found[1], found[2]].map((digits) =>
    Math.round(Number(digits) * (inCentimetres ? 10 : 1)),
  );
  if (upper === undefined || lower === undefined) return undefined;
  const isPlausible = upper >= 60 && upper <= 300 && lower >= 30 && lower <= 200 && lower < upper;
  const rest = text.replace(found[0], ' ').replace(PRESSURE_WORD, ' ');
  return isPlausible ? { kind: 'bloodPressure', upper, lower, rest } : undefined;
}

const SUGAR_WORD = /sugar|glucose|glyc[eé]mi|glicemia|glicose|a[cç][uú]car|sucre|sukari|diab|سكر/;
const WHOLE_SUGAR_WORDS = new RegExp(`\\p{L}{0,4}(?:${SUGAR_WORD.source})\\p{L}{0,12}`, 'gu');
/** A value with its unit, or after a word for sugar without what else is counted. */
const SUGAR_WITH_UNIT =
  /(?<![\d.])(\d{1,3}(?:\.\d{1,2})?) ?(mmol|mg ?\/ ?dl|g ?\/ ?l|مليمول|ملغ|ملجم|مجم)(?: ?\/ ?l\b)?/;
/** An average of months, in percent: not a value of the moment. */
const LONG_TERM_SUGAR = /a1c|تراكمي|glyqu[eé]e|glicada/;
/** Then the first value is an earlier one. */
const LATER_VALUE = /(?:\b(?:now|these days|maintenant|agora|sasa|siku hizi)\b|الآن|هسي|دلوقتي)\P{N}{0,20}\d/u;
const COUNTED =
  /%|kg|kilo|g\b|ml\b|cl\b|l\b|lit|tea|spoon|cuill|colher|vijiko|kijiko|ملعق|لتر|y(?:ea)?rs?\b|ans?\b|ano|miaka|سن|month|mois|m[eê]s|miezi|شه|week|sem|wiki|اسب|day|jour|dia|siku|يوم|ايام|hour|heure|hora|saa|ساع|tab|time|fois|vez|mara|مر/;
/** Words before another number: a type of diabetes, an age, a duration. */
const BEFORE_OTHERS =
  /\b(?:type|tipo|aina(?: ya)?|age|aged|i ?[\u0027’]?a?m|years?|ans?|anos|miaka|umri|wiki|miezi|siku|tangu|since|depuis|desde) |نوع |عمري |عمره |عمرها /;
const SUGAR_WITHOUT_UNIT = new RegExp(
  `(?:${SUGAR_WORD.source})\\P{N}{0,40}?(?<!${BEFORE_OTHERS.source})(?<![\\d.])(\\d{1,3}(?:\\.\\d{1,2})?)(?![\\d./]| ?(?:${COUNTED.source}))`,
  'u',
);
export const MG_PER_MMOL = 18;
const MMOL_LIMITS = [1, 45] as const;
/** Without a unit, a value from here on is in mg/dL, and in French and Arabic a fraction below the other one in g/L. */
const MIN_MILLIGRAMS = 40;
const MAX_GRAMS = 4;
const MAX_SURE_GRAMS = 1.5;

function findSugar(text: string): Measurement | undefined {
  if (!SUGAR_WORD.test(text) || LONG_TERM_SUGAR.test(text)) return undefined;
  const found = SUGAR_WITH_UNIT.exec(text) ?? SUGAR_WITHOUT_UNIT.exec(text);
  if (!found) return undefined;
  const [matched, digits = '', unit] = found;
  if (LATER_VALUE.test(text.slice(found.index + matched.length))) return undefined;
  const value = toMmol(digits, { unit, text });
  const [least, most] = MMOL_LIMITS;
  if (value === undefined || value < least || value > most) return undefined;
  const withoutValue = unit === undefined ? matched.slice(0, -digits.length) : ' ';
  const rest = text.replace(matched, withoutValue).replace(WHOLE_SUGAR_WORDS, ' ');
  return { kind: 'bloodSugar', value, rest };
}

function toMmol(
  digits: string,
  { unit, text }: { readonly unit: string | undefined; readonly text: string },
): number | undefined {
  const value = Number(digits);
  if (unit?.startsWith('mmol') === true || unit === 'مليمول') return value;
  if (unit?.startsWith('g') === true) return (100 * value) / MG_PER_MMOL;
  if (unit !== undefined || value >= MIN_MILLIGRAMS) return value / MG_PER_MMOL;
  if (!digits.includes('.') || value >= MAX_GRAMS) return value;
  if (/sucre|glyc[eé]mie|diab[eéè]t(?:e\b|ique)/.test(text)) return (100 * value) / MG_PER_MMOL;
  if (!text.includes('سكر')) return value;
  // North Africa writes g/L. Above this, it may be a dangerously low value in mmol/L.
  return value < MAX_SURE_GRAMS ? (100 * value) / MG_PER_MMOL : undefined;
}
