import * as fc from 'fast-check';
import { CONDITION, ENCOUNTER, ICD_10, type Json, bundleOf, entry } from './bundles';
import { ICD_11 } from '../../../src/integrations/fhir/encounters/pathology-choice';

/** Values of identifiers. */
export const LETTERS = ['a', 'b'] as const;

/** What identifies a Condition: the letter of an identifier, its address, or neither. */
const CONDITION_IDENTITIES = ['-', '-', '-', 'a', 'a', 'b', 'url', 'recorded'] as const;
/** What identifies an Encounter: some are sent by a UUID until they have an identifier. */
const ENCOUNTER_IDENTITIES = ['own', 'own', 'own', 'address', 'none'] as const;

interface SentCondition {
  readonly name: number;
  readonly identity: (typeof CONDITION_IDENTITIES)[number];
}

interface SentEncounter {
  readonly visit: number;
  readonly identity: (typeof ENCOUNTER_IDENTITIES)[number];
  readonly isOtherPatient: boolean;
  readonly conditions: readonly SentCondition[];
}

export type Act =
  | {
      readonly kind: 'bundle';
      readonly type: string;
      /** Sent at the same time. */
      readonly copies: number;
      readonly encounters: readonly SentEncounter[];
    }
  | {
      readonly kind: 'record';
      readonly visit: number;
      readonly name: number;
      readonly letter: string | undefined;
      readonly isOtherPatient: boolean;
    }
  /** Sends an earlier Bundle again, perhaps for the other patient. */
  | { readonly kind: 'again'; readonly bundle: number; readonly isOtherPatient: boolean }
  /** Voids a record, or all. */
  | { readonly kind: 'void'; readonly record: number | undefined }
  /** The visit has an identifier from then on. */
  | { readonly kind: 'identify'; readonly visit: number }
  /** Stores the claims of some records as an earlier release did; `claims` has a bit for each. */
  | { readonly kind: 'age'; readonly claims: number }
  /** Adds a name of the country to the catalogue. */
  | { readonly kind: 'adopt' };

const VISITS = 2;

/** Few names in a sequence, so that its acts meet. */
const THEMES = [
  [0, 1, 2],
  [3, 4, 5, 6],
  [3, 5],
  [7, 8, 9],
  [10, 0],
];

const visit = fc.nat({ max: VISITS - 1 });
const isOtherPatient = fc.oneof(
  { weight: 3, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.constant(true) },
);

const acts = (name: fc.Arbitrary<number>): fc.Arbitrary<Act> => {
  const encounter = fc.record({
    visit,
    identity: fc.constantFrom(...ENCOUNTER_IDENTITIES),
    isOtherPatient,
    conditions: fc.array(fc.record({ name, identity: fc.constantFrom(...CONDITION_IDENTITIES) }), {
      minLength: 1,
      maxLength: 2,
    }),
  });
  return fc.oneof(
    {
      weight: 10,
      arbitrary: fc.record({
        kind: fc.constant('bundle'),
        type: fc.constantFrom('transaction', 'transaction', 'batch'),
        copies: fc.constantFrom(1, 1, 1, 2),
        encounters: fc.oneof(
          { weight: 6, arbitrary: fc.tuple(encounter) },
          { weight: 1, arbitrary: fc.array(encounter, { minLength: 2, maxLength: 3 }) },
        ),
      }),
    },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('record'),
        visit,
        name,
        letter: fc.constantFrom(undefined, ...LETTERS),
        isOtherPatient,
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('again'),
        bundle: fc.nat(),
        isOtherPatient: fc.boolean(),
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        kind: fc.constant('void'),
        record: fc.option(fc.nat(), { nil: undefined, freq: 2 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('identify'), visit }) },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constant('age'),
        claims: fc.constantFrom(0xfffff, 0xfffff, 0x55555, 0xaaaaa),
      }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant('adopt') }) },
  );
};

/** What becomes of the first Bundle in some sequences: too rare otherwise. */
const CORRECTION: readonly Act[] = [
  { kind: 'age', claims: 0xfffff },
  { kind: 'void', record: undefined },
  { kind: 'again', bundle: 0, isOtherPatient: true },
];

export const actSequences = fc.tuple(fc.constantFrom(...THEMES), fc.boolean()).chain(([names, isCorrected]) =>
  fc.array(acts(fc.constantFrom(...names)), { minLength: 2, maxLength: 12, size: 'max' }).map((all) => {
    const first = all.findIndex(({ kind }) => kind === 'bundle') + 1;
    return isCorrected ? [...all.slice(0, first), ...CORRECTION, ...all.slice(first)] : all;
  }),
);

/** The correction of a record of an earlier release, which was 503 for ever. */
export const CORRECTED: readonly Act[] = [
  {
    kind: 'bundle',
    type: 'transaction',
    copies: 1,
    encounters: [
      { visit: 0, identity: 'own', isOtherPatient: false, conditions: [{ name: 3, identity: '-' }] },
    ],
  },
  ...CORRECTION,
];

/** The visits and names of one sequence. */
export class Clinic {
  /** The addresses of the Encounters of visits. */
  readonly addresses = new Map<number, string>();
  readonly sent: Extract<Act, { kind: 'bundle' }>[] = [];
  private readonly identified = new Set<number>();

  /** @param run gives each sequence names of its own */
  constructor(readonly run: number) {}

  get code(): string {
    return `Q${10 + Math.floor(this.run / 100)}.${String(this.run % 100).padStart(2, '0')}`;
  }

  /** The spellings of a name with the sign of a number, which earlier releases ignored. */
  get namesWithSigns(): readonly string[] {
    return [`CD4 <${this.run}00`, `cd4 < ${this.run}00`, `CD4 >${this.run}00`, `CD4 ${this.run}00`];
  }

  /** A name that the catalogue gets. */
  get adoptedName(): string {
    return `Fever ${this.run}`;
  }

  codeOf(index: number): Json {
    const { code } = this;
    const codes: readonly Json[] = [
      { coding: [{ system: ICD_10, code: 'B54' }] },
      { text: 'Paludisme' },
      { coding: [{ system: ICD_11, code: '1F4Z' }] },
      ...this.namesWithSigns.map((text) => ({ text })),
      { coding: [{ system: ICD_10, code, display: 'Klinefelter' }] },
      { text: `${code.toLowerCase()} KLINEFELTER` },
      { coding: [{ system: ICD_10, code, display: 'Klinefelter syndrome' }] },
      { text: this.adoptedName },
    ];
    return codes[index] ?? {};
  }

  nameOf(index: number): Json {
    const { code } = this;
    const names: readonly Json[] = [
      { pathologyCode: 'icd10:B54' },
      { pathologyName: 'Paludisme' },
      { pathologyName: 'MALARIA' },
      ...this.namesWithSigns.map((pathologyName) => ({ pathologyName })),
      { pathologyCode: `icd10:${code}`, pathologyName: 'Klinefelter' },
      { pathologyName: `${code.toLowerCase()} KLINEFELTER` },
      { pathologyCode: `icd10:${code}` },
      { pathologyName: this.adoptedName },
    ];
    return names[index] ?? {};
  }

  startOf(of: number): string {
    return `2026-03-14T0${of}:30:00.000Z`;
  }

  patientOf(isOther: boolean): string {
    return `${isOther ? 'Q' : 'P'}-${this.run}`;
  }

  identify(of: number): void {
    this.identified.add(of);
  }

  /** @param recorded the addresses of Conditions */
  bundle({ type, encounters }: Extract<Act, { kind: 'bundle' }>, recorded: readonly string[]): Json {
    const entries = encounters.flatMap((sent, index) => {
      const address = this.addresses.get(sent.visit);
      // Visit 0 has an identifier from the beginning, and no UUID.
      const isUuid = sent.identity === 'own' && sent.visit > 0;
      const hasIdentifier = sent.identity === 'own' && (sent.visit === 0 || this.identified.has(sent.visit));
      const url =
        sent.identity === 'address' && address !== undefined
          ? address
          : isUuid
            ? `urn:uuid:00000000-0000-4000-8000-${String(this.run * 10 + sent.visit).padStart(12, '0')}`
            : `urn:uuid:e-${index}`;
      return [
        entry(
          {
            ...ENCOUNTER,
            subject: { identifier: { value: this.patientOf(sent.isOtherPatient) } },
            period: { start: this.startOf(sent.visit) },
            ...(hasIdentifier && { identifier: [{ system: 'urn:visit', value: `${sent.visit}` }] }),
          },
          url,
        ),
        ...sent.conditions.map((condition) => this.condition(condition, url, recorded)),
      ];
    });
    return bundleOf(entries, type);
  }

  private condition(
    { name: index, identity }: SentCondition,
    reference: string,
    recorded: readonly string[],
  ): Json {
    const isLetter = identity.length === 1 && identity !== '-';
    const address =
      identity === 'recorded'
        ? recorded.at(index)
        : identity === 'url'
          ? `https://clinic.example.org/fhir/Condition/${index % 3}`
          : undefined;
    return entry(
      {
        ...CONDITION,
        subject: undefined,
        encounter: { reference },
        code: this.codeOf(index),
        ...(isLetter && { identifier: [{ system: 'urn:v', value: identity }] }),
      },
      address,
    );
  }
}
