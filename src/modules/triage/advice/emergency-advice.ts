import { z } from 'zod';
import type { CountryCode } from '../../../shared/country';
import { LOCALES, type Locale } from '../../../shared/locale';
import arabic from './emergency-advice.ar.json';
import english from './emergency-advice.en.json';
import french from './emergency-advice.fr.json';
import portuguese from './emergency-advice.pt.json';
import swahili from './emergency-advice.sw.json';
import numbers from './emergency-numbers.json';
import type { Assessment } from '../signs/assessment';
import { DANGER_SIGNS, type DangerSign } from '../signs/danger-sign';

/** What first aid is for. */
export type Danger = Pick<Assessment, 'signs' | 'language'>;

/** In characters. Long advice would be read too late. */
const MAX_ADVICE_LENGTH = 700;
const MAX_NUMBERS = 3;

/** The first-aid sentences for each sign, the most important first. */
const FIRST_AID = {
  unconscious: ['unconscious'],
  breathing: ['shortOfBreath'],
  choking: ['choking', 'chokingBaby'],
  drowning: ['drowning'],
  hanging: ['hanging'],
  bleeding: ['wound', 'nosebleed', 'vomitedBlood', 'otherBleeding'],
  wound: ['woundWithObject', 'spurtingWound'],
  allergy: ['allergicReaction', 'allergen'],
  electricShock: ['electricShock'],
  burn: ['burn'],
  headInjury: ['fall'],
  fracture: ['fracture'],
  convulsions: ['fit'],
  stroke: ['stroke'],
  chestPain: ['chestPain', 'aspirin'],
  heatstroke: ['heat'],
  pregnancy: ['maternity', 'bleedingAfterBirth', 'bleedingInPregnancy', 'usedPads'],
  cordProlapse: ['cord', 'maternity'],
  breech: ['breech', 'maternity'],
  smallChild: ['coldNewborn', 'hotChild', 'childDrinks'],
  poisoning: ['swallowed', 'fumes', 'container', 'poisonOnSkin'],
  selfHarm: ['notAlone'],
  bite: ['bite', 'animalBite', 'venomInEye'],
  meningitis: ['meningitis'],
  severeMalaria: ['malaria'],
  dehydration: ['rehydration'],
  diabetes: ['lowSugar', 'ownMedicines'],
  assault: ['assault'],
  severePain: ['severePain'],
} as const satisfies Record<DangerSign, readonly string[]>;

/** Sentences that come before the first aid for the first of two signs if both are found. */
const COMBINATIONS = [
  { signs: ['unconscious', 'smallChild'], keys: ['babyNotBreathing'] },
  { signs: ['breathing', 'smallChild'], keys: ['babyNotBreathing'] },
  { signs: ['choking', 'smallChild'], keys: ['chokingBaby'] },
  { signs: ['drowning', 'smallChild'], keys: ['babyNotBreathing'] },
  { signs: ['unconscious', 'breathing'], keys: ['unconscious', 'babyNotBreathing'] },
  { signs: ['bleeding', 'pregnancy'], keys: ['bleedingAfterBirth', 'bleedingInPregnancy', 'usedPads'] },
] as const satisfies readonly {
  readonly signs: readonly [DangerSign, DangerSign];
  readonly keys: readonly string[];
}[];

const SENTENCE_KEYS = [...Object.values(FIRST_AID), ...COMBINATIONS.map(({ keys }) => keys)].flat();

type SentenceKey = (typeof SENTENCE_KEYS)[number];

/** Sentences that are omitted if one of the signs is found, because a drink may then kill or the advice does not apply. */
const OMITTED_WITH: Readonly<Partial<Record<SentenceKey, readonly DangerSign[]>>> = {
  malaria: ['poisoning'],
  rehydration: ['poisoning'],
  severePain: ['poisoning', 'bleeding'],
  childDrinks: DANGER_SIGNS.filter((sign) => sign !== 'smallChild'),
  coldNewborn: ['poisoning'],
  hotChild: ['poisoning'],
  shortOfBreath: ['smallChild'],
  aspirin: [
    'bleeding',
    'wound',
    'allergy',
    'headInjury',
    'stroke',
    'pregnancy',
    'cordProlapse',
    'breech',
    'smallChild',
    'poisoning',
  ],
  wound: ['pregnancy'],
  nosebleed: ['pregnancy'],
  otherBleeding: ['pregnancy'],
};

const text = z.string().min(1);

const adviceSchema = z.strictObject({
  /** What to do now. `{numbers}` and `{helpline}` are placeholders. */
  opening: text,
  /** The opening for somebody with suicidal thoughts. */
  selfHarmOpening: text,
  /** Follows `selfHarmOpening` if the country has an ambulance number. */
  selfHarmCall: text,
  helpline: text,
  /** Replaces `{numbers}` if no number is known. */
  localNumber: text,
  /** The first sentence of the replies after an emergency. */
  reminder: text,
  /** Begins the reply to a message for the same day. */
  sameDay: text,
  /** Each sentence is understood without the others. */
  firstAid: z.record(z.enum(SENTENCE_KEYS), text),
});

type Advice = z.infer<typeof adviceSchema>;

const phoneNumbers = z.array(z.string().regex(/^\d[\d ]*( \(.+\))?$/));

const numbersSchema = z.strictObject({
  about: z.array(text),
  countries: z.record(
    z.string().regex(/^[A-Z]{2}$/),
    z.strictObject({ general: phoneNumbers, ambulance: phoneNumbers, helpline: phoneNumbers, source: text }),
  ),
});

const adviceFiles: Readonly<Record<Locale, unknown>> = {
  en: english,
  fr: french,
  pt: portuguese,
  ar: arabic,
  sw: swahili,
};
const adviceByLocale = new Map(LOCALES.map((locale) => [locale, adviceSchema.parse(adviceFiles[locale])]));
const countries = new Map(Object.entries(numbersSchema.parse(numbers).countries));

type CountryNumbers = ReturnType<typeof countries.get>;

/** Language tags of the list formats. British English has no comma before the last item. */
const LIST_TAGS: Readonly<Record<Locale, string>> = { en: 'en-GB', fr: 'fr', pt: 'pt', ar: 'ar', sw: 'sw' };

function formatNumbers(numbers: readonly string[], language: Locale): string {
  return new Intl.ListFormat(LIST_TAGS[language], { type: 'disjunction' }).format(
    numbers.slice(0, MAX_NUMBERS),
  );
}

function getAdvice(language: Locale): Advice {
  const advice = adviceByLocale.get(language);
  if (!advice) throw new Error(`There is no advice in ${language}.`);
  return advice;
}

function composeOpening({ signs, language }: Danger, numbers: CountryNumbers): string[] {
  const advice = getAdvice(language);
  const ambulance = numbers?.ambulance ?? [];
  if (!signs.includes('selfHarm')) {
    // General numbers may reach the police. Without a sign, the danger may be a wish to die.
    const calls = [...ambulance, ...(signs.length > 0 ? (numbers?.general ?? []) : [])];
    const formatted = calls.length > 0 ? formatNumbers(calls, language) : advice.localNumber;
    return [advice.opening.replace('{numbers}', formatted)];
  }
  // General numbers often reach the police, and attempted suicide is a crime in some countries.
  const formatted = formatNumbers(ambulance, language);
  const call = ambulance.length > 0 ? ` ${advice.selfHarmCall.replace('{numbers}', formatted)}` : '';
  const [helpline] = numbers?.helpline ?? [];
  return [
    advice.selfHarmOpening + call,
    ...(helpline ? [advice.helpline.replace('{helpline}', helpline)] : []),
  ];
}

/** Returns the sentences for each sign and combination, without repetitions and without those that another sign forbids. */
function selectFirstAid(signs: readonly DangerSign[]): SentenceKey[][] {
  // Last, because the child may be another person than the one in danger.
  const ordered = [
    ...signs.filter((sign) => sign !== 'smallChild'),
    ...signs.filter((sign) => sign === 'smallChild'),
  ];
  const groups = ordered.flatMap((sign): (readonly SentenceKey[])[] => [
    ...COMBINATIONS.filter(({ signs: [first, second] }) => first === sign && signs.includes(second)).map(
      ({ keys }) => keys,
    ),
    FIRST_AID[sign],
  ]);
  const isOmitted = (key: SentenceKey): boolean =>
    (OMITTED_WITH[key] ?? []).some((sign) => signs.includes(sign));
  return groups.map((keys, index) => {
    const before = new Set(groups.slice(0, index).flat());
    return keys.filter((key) => !before.has(key) && !isOmitted(key));
  });
}

/**
 * Returns where to go, whom to call, and first aid, in at most 700 characters. Plain text in the language of the danger.
 * Each sign gets its first sentence before any sign gets its second.
 * @param country selects the emergency numbers, if they are known
 */
export function composeAdvice(danger: Danger, country: CountryCode | undefined): string {
  const opening = composeOpening(danger, country === undefined ? undefined : countries.get(country));
  const texts = getAdvice(danger.language).firstAid;
  const firstAid = selectFirstAid(danger.signs).map((keys) => keys.map((key) => texts[key]));
  const ranked = firstAid
    .flatMap((sentences, group) => sentences.map((sentence, rank) => ({ sentence, group, rank })))
    .sort((one, other) => one.rank - other.rank || one.group - other.group);
  let remaining = MAX_ADVICE_LENGTH - opening.join('\n').length;
  const included = new Set<string>();
  for (const { sentence } of ranked) {
    if (sentence.length >= remaining) continue;
    remaining -= sentence.length + 1;
    included.add(sentence);
  }
  const lines = firstAid.map((sentences) => sentences.filter((one) => included.has(one)).join('\n'));
  return [...opening, ...lines.filter((line) => line !== '')].join('\n');
}

/** Returns the sentence that begins the replies after an emergency, which may not be over. */
export function getReminder(language: Locale): string {
  return getAdvice(language).reminder;
}

/** Returns the line that begins the reply to a message for the same day. */
export function getSameDayLine(language: Locale): string {
  return getAdvice(language).sameDay;
}
