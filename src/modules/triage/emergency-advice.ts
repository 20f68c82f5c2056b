import { z } from 'zod';
import type { CountryCode } from '../../shared/country';
import { LOCALES, type Locale } from '../../shared/locale';
import arabic from './emergency-advice.ar.json';
import english from './emergency-advice.en.json';
import french from './emergency-advice.fr.json';
import portuguese from './emergency-advice.pt.json';
import swahili from './emergency-advice.sw.json';
import numbers from './emergency-numbers.json';
import { type Danger, DANGER_SIGNS, type DangerSign } from './signs';

/** So that it is read before it is too late. In characters. */
const LONGEST = 700;
const MOST_NUMBERS = 3;

/** The first aid for each sign: what matters most comes first. */
const FIRST_AID = {
  unconscious: ['unconscious'],
  breathing: ['shortOfBreath', 'choking', 'chokingBaby'],
  allergy: ['allergicReaction', 'allergen'],
  bleeding: ['wound', 'nosebleed', 'vomitedBlood', 'otherBleeding'],
  convulsions: ['fit'],
  stroke: ['stroke'],
  chestPain: ['chestPain'],
  pregnancy: ['maternity', 'bleedingAfterBirth', 'bleedingInPregnancy', 'usedPads'],
  smallChild: ['coldNewborn', 'hotChild', 'childDrinks'],
  poisoning: ['swallowed', 'fumes', 'container', 'poisonOnSkin'],
  selfHarm: ['notAlone'],
  bite: ['bite', 'animalBite', 'venomInEye'],
  injury: ['electricShock', 'fall', 'burn', 'woundWithObject'],
  meningitis: ['meningitis'],
  severeMalaria: ['malaria'],
  dehydration: ['rehydration'],
  diabetes: ['lowSugar', 'ownMedicines'],
  assault: ['assault'],
  severePain: ['severePain'],
} as const satisfies Record<DangerSign, readonly string[]>;

/** What comes before the first aid for the first of two signs where both are found: who is ill changes what is done. */
const COMBINATIONS = [
  { signs: ['unconscious', 'smallChild'], aids: ['babyNotBreathing'] },
  { signs: ['breathing', 'smallChild'], aids: ['babyNotBreathing', 'chokingBaby'] },
  { signs: ['unconscious', 'breathing'], aids: ['unconscious', 'babyNotBreathing'] },
  { signs: ['bleeding', 'pregnancy'], aids: ['bleedingAfterBirth', 'bleedingInPregnancy', 'usedPads'] },
] as const satisfies readonly {
  readonly signs: readonly [DangerSign, DangerSign];
  readonly aids: readonly string[];
}[];

const AIDS = [...Object.values(FIRST_AID), ...COMBINATIONS.map(({ aids }) => aids)].flat();

type Aid = (typeof AIDS)[number];

/** The signs beside which first aid is left out: drinks may kill, and the rest would be of no use to whoever is ill. */
const LEFT_OUT_BESIDE: Readonly<Partial<Record<Aid, readonly DangerSign[]>>> = {
  malaria: ['poisoning'],
  rehydration: ['poisoning'],
  severePain: ['poisoning', 'bleeding'],
  childDrinks: DANGER_SIGNS.filter((sign) => sign !== 'smallChild'),
  coldNewborn: ['poisoning'],
  hotChild: ['poisoning'],
  shortOfBreath: ['smallChild'],
  wound: ['pregnancy'],
  nosebleed: ['pregnancy'],
  otherBleeding: ['pregnancy'],
};

const text = z.string().min(1);

const adviceSchema = z.strictObject({
  /** What to do now, with `{numbers}`. */
  opening: text,
  /** The same where somebody thinks of suicide, without a number. */
  selfHarmOpening: text,
  /** Stands behind it where an ambulance has a number, with `{numbers}`. */
  selfHarmCall: text,
  /** With `{helpline}`. */
  helpline: text,
  /** Where no number is known. */
  localNumber: text,
  /** For the turns after an emergency. */
  reminder: text,
  /** Each is understood without the others. */
  firstAid: z.record(z.enum(AIDS), text),
});

type Advice = z.infer<typeof adviceSchema>;

const dialled = z.array(z.string().regex(/^\d[\d ]*( \(.+\))?$/));

const numbersSchema = z.strictObject({
  about: z.array(text),
  countries: z.record(
    z.string().regex(/^[A-Z]{2}$/),
    z.strictObject({ general: dialled, ambulance: dialled, helpline: dialled, source: text }),
  ),
});

const files: Readonly<Record<Locale, unknown>> = {
  en: english,
  fr: french,
  pt: portuguese,
  ar: arabic,
  sw: swahili,
};
const advices = new Map(LOCALES.map((locale) => [locale, adviceSchema.parse(files[locale])]));
const countries = new Map(Object.entries(numbersSchema.parse(numbers).countries));

type Services = ReturnType<typeof countries.get>;

/** British English puts no comma before the last of a list. */
const listLocale: Readonly<Record<Locale, string>> = { en: 'en-GB', fr: 'fr', pt: 'pt', ar: 'ar', sw: 'sw' };

function listed(calls: readonly string[], language: Locale): string {
  return new Intl.ListFormat(listLocale[language], { type: 'disjunction' }).format(
    calls.slice(0, MOST_NUMBERS),
  );
}

function adviceIn(language: Locale): Advice {
  const advice = advices.get(language);
  if (!advice) throw new Error(`There is no advice in ${language}.`);
  return advice;
}

function openingOf({ signs, language }: Danger, services: Services): string[] {
  const advice = adviceIn(language);
  const ambulance = services?.ambulance ?? [];
  if (!signs.includes('selfHarm')) {
    // Where no sign is named it may be a wish to die, of which not everybody should hear.
    const calls = [...ambulance, ...(signs.length > 0 ? (services?.general ?? []) : [])];
    const numbers = calls.length > 0 ? listed(calls, language) : advice.localNumber;
    return [advice.opening.replace('{numbers}', numbers)];
  }
  // The general numbers are often those of the police, and attempted suicide is a crime in some countries.
  const call =
    ambulance.length > 0 ? ` ${advice.selfHarmCall.replace('{numbers}', listed(ambulance, language))}` : '';
  const [helpline] = services?.helpline ?? [];
  return [
    advice.selfHarmOpening + call,
    ...(helpline ? [advice.helpline.replace('{helpline}', helpline)] : []),
  ];
}

/** The first aid for each sign and combination of signs, none twice and none that another sign forbids. */
function firstAidFor(signs: readonly DangerSign[]): Aid[][] {
  // Last, as the child may be somebody else than the one in danger.
  const ordered = [
    ...signs.filter((sign) => sign !== 'smallChild'),
    ...signs.filter((sign) => sign === 'smallChild'),
  ];
  const groups = ordered.flatMap((sign): (readonly Aid[])[] => [
    ...COMBINATIONS.filter(({ signs: [first, second] }) => first === sign && signs.includes(second)).map(
      ({ aids }) => aids,
    ),
    FIRST_AID[sign],
  ]);
  const isForbidden = (aid: Aid): boolean =>
    (LEFT_OUT_BESIDE[aid] ?? []).some((other) => signs.includes(other));
  return groups.map((aids, place) => {
    const before = new Set(groups.slice(0, place).flat());
    return aids.filter((aid) => !before.has(aid) && !isForbidden(aid));
  });
}

/**
 * What to do now: where to go and whom to call, then first aid, for the most dangerous sign first, as much as 700 characters
 * hold: of each sign what matters most before the rest of any. Plain text in the language in which the danger was told.
 * @param country whose emergency numbers are named, where they are known
 */
export function emergencyAdvice(danger: Danger, country: CountryCode | undefined): string {
  const opening = openingOf(danger, country === undefined ? undefined : countries.get(country));
  const sentences = adviceIn(danger.language).firstAid;
  const firstAid = firstAidFor(danger.signs).map((aids) => aids.map((aid) => sentences[aid]));
  const ranked = firstAid
    .flatMap((items, sign) => items.map((item, rank) => ({ item, sign, rank })))
    .sort((one, other) => one.rank - other.rank || one.sign - other.sign);
  let left = LONGEST - opening.join('\n').length;
  const kept = new Set<string>();
  for (const { item } of ranked) {
    if (item.length >= left) continue;
    left -= item.length + 1;
    kept.add(item);
  }
  const lines = firstAid.map((items) => items.filter((item) => kept.has(item)).join('\n'));
  return [...opening, ...lines.filter((line) => line !== '')].join('\n');
}

/** One sentence for the turns after an emergency, which may not be over. */
export function emergencyReminder(language: Locale): string {
  return adviceIn(language).reminder;
}
