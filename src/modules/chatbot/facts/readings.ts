import { z } from 'zod';
import { LOCALES, type Locale } from '../../../shared/locale';
import { MG_PER_MMOL, findMeasurement, normalizeNumbers } from '../../triage';
import { fillPlaceholders } from './placeholders';
import data from './reading-texts.json';

const texts = z.record(z.enum(LOCALES), z.string().min(1));
const source = z.string().regex(/\b20\d\d$/);

const { bloodSugar, bloodPressure, paracetamol } = z
  .strictObject({
    about: z.array(z.string()),
    bloodSugar: z.strictObject({
      source,
      ranges: z.array(z.strictObject({ below: z.number().optional(), text: texts })),
    }),
    bloodPressure: z.strictObject({
      source,
      ranges: z.array(z.strictObject({ below: z.tuple([z.number(), z.number()]).optional(), text: texts })),
      /** For those who have tablets, after any range. */
      tablets: texts,
    }),
    paracetamol: z.strictObject({ source, text: texts }),
  })
  .parse(data);

/** A number in a question, and the fact that it belongs to. */
export interface Reading {
  readonly factId: 'sugarReadings' | 'bloodPressure' | 'paracetamolChild';
  /** Whether a blood pressure is low: advice that lowers it would harm. */
  readonly isLow?: boolean;
  /** Returns what the number says; that tablets are not to be stopped, unless another text says so. */
  readonly describe: (language: Locale, others?: { readonly isAboutTablets: boolean }) => string;
}

/** Returns the blood pressure, the blood sugar or the weight for a dose that a message names. */
export function findReading(message: string): Reading | undefined {
  const measured = findMeasurement(message);
  if (!measured) return findDose(normalizeNumbers(message));
  return measured.kind === 'bloodPressure' ? describePressure(measured) : describeSugar(measured.value);
}

/** In mmHg. Nobody below it is advised to lower the pressure. */
const LOW_UPPER_PRESSURE = 100;

function describePressure({ upper, lower }: { upper: number; lower: number }): Reading {
  const range = bloodPressure.ranges.find(
    ({ below }, index) =>
      !below ||
      // Low is one value below its limit, not high is both.
      (index === 0 ? upper < below[0] || lower < below[1] : upper < below[0] && lower < below[1]),
  );
  return {
    factId: 'bloodPressure',
    isLow: upper < LOW_UPPER_PRESSURE,
    describe: (language, others) => {
      const text = fillPlaceholders(range?.text[language] ?? '', { value: `${upper}/${lower}` });
      return others?.isAboutTablets ? text : `${text} ${bloodPressure.tablets[language]}`;
    },
  };
}

function describeSugar(mmol: number): Reading {
  const range = bloodSugar.ranges.find(({ below }) => below === undefined || mmol < below);
  return {
    factId: 'sugarReadings',
    describe: (language) =>
      fillPlaceholders(range?.text[language] ?? '', { value: formatSugar(mmol, language) }),
  };
}

/** In France and most of French-speaking Africa laboratories write g/L, elsewhere mg/dL or mmol/L. */
function formatSugar(mmol: number, language: Locale): string {
  const milligrams = mmol * MG_PER_MMOL;
  const other =
    language === 'fr'
      ? `${formatNumber(milligrams / 100, { language, digits: 2 })} g/L`
      : `${formatNumber(milligrams, { language, digits: 0 })} mg/dL`;
  return `${formatNumber(mmol, { language, digits: 1 })} mmol/L (${other})`;
}

const WEIGHT = /(?<![\d.])(\d{1,2}(?:\.\d)?) ?(?:kg|kilo|kgs|كيلو|كجم|كغ)|kilo (\d{1,2}(?:\.\d)?)(?![\d.])/;
const MEDICINE =
  /paracetamol|paracétamol|panadol|acetaminophen|doliprane|efferalgan|hedex|dafalgan|باراسيتامول|دوليبران|بانادول|ايفيرالغان|افيرالغان|بارسيتامول|بنادول/;
/** From three months to where the dose of adults begins. Lighter children get it only on a health worker's word. */
const WEIGHT_LIMITS = [6, 50] as const;
const MG_PER_KG = [10, 15] as const;

function findDose(text: string): Reading | undefined {
  const found = MEDICINE.test(text) ? WEIGHT.exec(text) : null;
  const weight = Number(found?.[1] ?? found?.[2] ?? 0);
  const [least, most] = WEIGHT_LIMITS;
  if (weight < least || weight >= most) return undefined;
  const [low, high] = MG_PER_KG.map((dose) => dose * weight);
  if (low === undefined || high === undefined) return undefined;
  return {
    factId: 'paracetamolChild',
    describe: (language) => {
      const format = (value: number) => formatNumber(value, { language, digits: 1 });
      return fillPlaceholders(paracetamol.text[language], {
        weight: format(weight),
        low: format(Math.round(low)),
        high: format(Math.floor(high)),
        ...millilitres(120, { low, high, format }),
        ...millilitres(250, { low, high, format }),
      });
    },
  };
}

interface Dose {
  readonly low: number;
  readonly high: number;
  readonly format: (value: number) => string;
}

/** Returns the volumes in halves of a millilitre, inside of the dose. @param strength mg in 5 ml */
function millilitres(strength: number, { low, high, format }: Dose): Record<string, string> {
  return {
    [`low${strength}`]: format(Math.ceil((low * 10) / strength) / 2),
    [`high${strength}`]: format(Math.floor((high * 10) / strength) / 2),
  };
}

function formatNumber(value: number, { language, digits }: { language: Locale; digits: number }): string {
  const tag = language === 'ar' ? 'ar-u-nu-latn' : language;
  return new Intl.NumberFormat(tag, { maximumFractionDigits: digits }).format(value);
}
