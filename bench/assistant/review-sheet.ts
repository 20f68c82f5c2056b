import { z } from 'zod';
import { composeAdvice } from '../../src/modules/triage/advice/emergency-advice';
import { readRedFlagFile } from '../../src/modules/triage/red-flags/red-flags';
import { DANGER_SIGNS } from '../../src/modules/triage/signs/danger-sign';
import { LOCALES, type Locale } from '../../src/shared/locale';
import { formatSheetCsv, formatSheetHtml, parseSheet } from '../review/sheet';
import type { AssessedMessage } from './evaluate';
import { LABELS, type LabelledMessage } from './labelled-messages';

const COLUMNS = [
  'language',
  'kind',
  'sign',
  'text',
  'advice',
  'phrases',
  'weights',
  'mark',
  'remark',
] as const;

type Row = Readonly<Record<(typeof COLUMNS)[number], string>>;

/** Messages of a sheet on which phrases and weights disagree. */
const MAX_DISAGREEMENTS = 20;

const EMPTY = { sign: '', text: '', advice: '', phrases: '', weights: '', mark: '', remark: '' };

/**
 * Returns what a clinician or native speaker reviews: each sign with its phrases, an example that fires and one that must not, and
 * its advice; then messages on which the two readers disagree. The column `mark` is for the right label.
 */
export function createReviewSheet(language: Locale, assessed: readonly AssessedMessage[]): Row[] {
  const { signs } = readRedFlagFile(language);
  const flags = DANGER_SIGNS.flatMap((sign) =>
    signs[sign].flatMap(({ phrase, fires, not }): Row[] => {
      const advice = composeAdvice({ signs: [sign], language }, undefined);
      const row = { ...EMPTY, language, sign };
      return [
        { ...row, kind: 'phrase', text: phrase, advice },
        { ...row, kind: 'emergency', text: fires },
        { ...row, kind: 'near-miss', text: not },
      ];
    }),
  );
  const disagreements = assessed
    .filter(({ message }) => message.language === language)
    .filter(
      ({ assessments: { phrases, weights } }) =>
        phrases.urgency === 'emergency' && weights.urgency !== 'emergency',
    )
    .slice(0, MAX_DISAGREEMENTS)
    .map(({ message, assessments: { phrases, weights } }): Row => ({
      ...EMPTY,
      language,
      kind: message.label,
      sign: message.sign ?? '',
      text: message.text,
      phrases: phrases.urgency,
      weights: weights.urgency,
    }));
  return [...flags, ...disagreements];
}

export function formatReviewCsv(rows: readonly Row[]): string {
  return formatSheetCsv({ columns: COLUMNS, rows });
}

export function formatReviewHtml(language: Locale, rows: readonly Row[]): string {
  const instruction = `Write the right label into the column "mark": ${LABELS.join(', ')}. Empty: right as it is.`;
  return formatSheetHtml({ title: 'Triage', instruction, language, columns: COLUMNS, rows });
}

const markedRowSchema = z.looseObject({
  language: z.enum(LOCALES),
  kind: z.string(),
  sign: z.enum(DANGER_SIGNS).or(z.literal('')),
  text: z.string().min(1),
  mark: z.enum(LABELS).or(z.literal('')),
});

/**
 * Returns the messages that a reviewer marked, as labelled messages. Marks of phrases are for their authors and are left out.
 * @throws ZodError that names the row and the column of a mark that is no label
 */
export function readMarks(csv: string): Omit<LabelledMessage, 'id'>[] {
  return z
    .array(markedRowSchema)
    .parse(parseSheet(csv))
    .flatMap(({ language, kind, sign, text, mark }) =>
      mark === '' || kind === 'phrase'
        ? []
        : [{ language, label: mark, ...(mark === 'emergency' && sign !== '' && { sign }), text }],
    );
}
