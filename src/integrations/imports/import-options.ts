import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import type { CountryCode } from '../../shared/country';
import { CommandError } from '../../platform/command-line/command';
import { singleLine } from '../../shared/text';
import { type ReadingRules, readCountry } from './values/line-fields';
import { isTimeZone } from './values/local-time';
import { ENCODINGS, type Encoding } from './tables/text-file';
import type { DateOrder } from './values/written-date';

/** What the command line asks for. */
export interface ImportOptions {
  readonly path: string;
  /** Whose lines they are; undefined where the file is to say. */
  readonly source: string | undefined;
  readonly refusedPath: string;
  readonly dryRun: boolean;
  /** Whether the file holds the lines again that earlier files of its source had. */
  readonly cumulative: boolean;
  /** Whether the file holds none of them. */
  readonly onlyNew: boolean;
  /** Whether content that was imported from another source is to be counted for this one too. */
  readonly again: boolean;
  readonly encoding: Encoding | undefined;
  /** How many lines are recorded at once. */
  readonly batchLines: number;
  readonly rules: ReadingRules;
}

/** Lines of a batch, and the most that somebody may ask for: they are held in memory. */
const BATCH_LINES = 10_000;
const MOST_BATCH_LINES = 100_000;

const OPTIONS_USAGE = `  --source NAME          where the lines come from; the file's name when absent
  --cumulative           this file holds the lines of the source's earlier files again, and new ones
  --only-new             this file holds new lines only
  --again                count it although the same content was imported from another source
  --country KE           country of every line, for a file without such a column (ZZ: unknown)
  --dry-run              check everything, write nothing but the report
  --refused FILE         report of the lines that are not recorded; FILE.refused.csv when absent
  --encoding NAME        ${ENCODINGS.join(', ')}; UTF-8 when absent
  --date-order dmy|mdy   how 03/04/2026 is meant
  --time-zone ZONE       of times without one, such as Africa/Nairobi; UTC when absent
  --decimal-comma, --decimal-point
                         how 1.200 and 1,200 are meant
  --batch-lines N        lines that are recorded at once, 1 to ${MOST_BATCH_LINES}; ${BATCH_LINES} when absent

Exit code 0: every line is recorded, now or before. Exit code 2: some were refused. Exit code 1: it failed or was stopped.`;

/** @param script of package.json */
export function usageOf(script: string): string {
  return `Usage: npm run ${script} -- FILE.csv [options]\n\n${OPTIONS_USAGE}`;
}

const USAGE = `Usage: FILE.csv [options]\n\n${OPTIONS_USAGE}`;

const OPTIONS = {
  source: { type: 'string' },
  cumulative: { type: 'boolean', default: false },
  'only-new': { type: 'boolean', default: false },
  again: { type: 'boolean', default: false },
  country: { type: 'string' },
  'dry-run': { type: 'boolean', default: false },
  refused: { type: 'string' },
  encoding: { type: 'string' },
  'date-order': { type: 'string' },
  'time-zone': { type: 'string' },
  'decimal-comma': { type: 'boolean', default: false },
  'decimal-point': { type: 'boolean', default: false },
  'batch-lines': { type: 'string' },
} as const;

const sourceSchema = singleLine(1, 128);

/** @throws CommandError that says what is wrong with the command line */
export function readOptions(args: readonly string[]): ImportOptions {
  const { values, positionals } = parse(args);
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new CommandError(`Name one file.\n${USAGE}`);
  if (values['decimal-comma'] && values['decimal-point']) {
    throw new CommandError('Give --decimal-comma or --decimal-point, not both.');
  }
  if (values.cumulative && values['only-new']) {
    throw new CommandError('Give --cumulative or --only-new, not both.');
  }
  const marked = values['decimal-comma'] || values['decimal-point'];
  return {
    path,
    source: values.source === undefined ? undefined : sourceOf(values.source),
    refusedPath: values.refused ?? `${path.replace(/\.csv$/i, '')}.refused.csv`,
    dryRun: values['dry-run'],
    cumulative: values.cumulative,
    onlyNew: values['only-new'],
    again: values.again,
    encoding: oneOf('--encoding', ENCODINGS, values.encoding),
    batchLines: values['batch-lines'] === undefined ? BATCH_LINES : batchLinesOf(values['batch-lines']),
    rules: {
      country: values.country === undefined ? undefined : countryOf(values.country),
      dateOrder: oneOf<DateOrder>('--date-order', ['dmy', 'mdy'], values['date-order']),
      timeZone: values['time-zone'] === undefined ? undefined : zoneOf(values['time-zone']),
      decimalMark: marked ? (values['decimal-comma'] ? ',' : '.') : undefined,
    },
  };
}

/** The source of a file that nobody named one for. */
export function defaultSource(path: string): string {
  return sourceOf(basename(path));
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n${USAGE}`);
  }
}

function sourceOf(name: string): string {
  const source = sourceSchema.safeParse(name);
  if (source.success) return source.data;
  throw new CommandError(`--source: ${source.error.issues.map(({ message }) => message).join('; ')}.`);
}

function countryOf(code: string): CountryCode {
  const country = readCountry(code);
  if (country !== undefined) return country;
  throw new CommandError('--country: expected an ISO 3166-1 country code such as KE or KEN.');
}

function zoneOf(name: string): string {
  if (isTimeZone(name)) return name;
  throw new CommandError('--time-zone: expected the IANA name of a time zone, such as Africa/Nairobi.');
}

function batchLinesOf(text: string): number {
  const lines = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (lines >= 1 && lines <= MOST_BATCH_LINES) return lines;
  throw new CommandError(`--batch-lines: expected a whole number from 1 to ${MOST_BATCH_LINES}.`);
}

function oneOf<Word extends string>(
  option: string,
  words: readonly Word[],
  given: string | undefined,
): Word | undefined {
  if (given === undefined) return undefined;
  const word = words.find((known) => known === given.toLowerCase());
  if (word !== undefined) return word;
  throw new CommandError(`${option}: expected ${words.join(', ')}.`);
}
