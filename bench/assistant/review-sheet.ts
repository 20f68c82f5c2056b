import { stringify } from 'csv-stringify/sync';
import { parse } from 'csv-parse/sync';
import { z } from 'zod';
import { composeAdvice } from '../../src/modules/triage/advice/emergency-advice';
import { readRedFlagFile } from '../../src/modules/triage/red-flags/red-flags';
import { DANGER_SIGNS } from '../../src/modules/triage/signs/danger-sign';
import { html, type Html } from '../../src/platform/http/html';
import { LOCALES, type Locale } from '../../src/shared/locale';
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

export function formatSheetCsv(rows: readonly Row[]): string {
  return stringify([...rows], { header: true, columns: [...COLUMNS], bom: true });
}

export function formatSheetHtml(language: Locale, rows: readonly Row[]): string {
  const cells = (row: Row): Html[] => COLUMNS.map((column) => html`<td>${row[column]}</td>`);
  return html`<!doctype html>
    <html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
      <head>
        <meta charset="utf-8" />
        <title>Triage: ${language}</title>
        <style>
          body {
            font: 16px/1.4 sans-serif;
            margin: 1rem;
          }
          td,
          th {
            border: 1px solid #999;
            padding: 0.3rem;
            text-align: start;
            vertical-align: top;
            white-space: pre-line;
          }
          table {
            border-collapse: collapse;
          }
        </style>
      </head>
      <body>
        <p dir="ltr">
          Write the right label into the column "mark": ${LABELS.join(', ')}. Empty: right as it is.
        </p>
        <table>
          <tr>
            ${COLUMNS.map((column) => html`<th>${column}</th>`)}
          </tr>
          ${rows.map(
            (row) =>
              html`<tr>
                ${cells(row)}
              </tr> `,
          )}
        </table>
      </body>
    </html> `.markup;
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
  const rows: unknown = parse(csv, { bom: true, columns: true });
  return z
    .array(markedRowSchema)
    .parse(rows)
    .flatMap(({ language, kind, sign, text, mark }) =>
      mark === '' || kind === 'phrase'
        ? []
        : [{ language, label: mark, ...(mark === 'emergency' && sign !== '' && { sign }), text }],
    );
}
