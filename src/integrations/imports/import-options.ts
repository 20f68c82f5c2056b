import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { type CountryCode, parseCountryOrUnknown } from '../../shared/country';
import { CommandError } from '../../platform/command-line/command';
import { singleLine } from '../../shared/text';
import type { ParsingRules } from './values/line-fields';
import { isTimeZone } from './values/time-zone';
import { ENCODINGS, type Encoding } from './tables/text-file';
import type { DateOrder } from './values/parse-date';

export interface ImportOptions {
  readonly path: string;
  /** Undefined for the earlier source of the same content, or else the file's name. */
  readonly source: string | undefined;
  readonly refusedPath: string;
  readonly dryRun: boolean;
  /** Whether the file repeats the lines of its source's earlier files. */
  readonly cumulative: boolean;
  /** Whether the file has no line of its source's earlier files. */
  readonly onlyNew: boolean;
  /** Whether to count content that was already imported from another source. */
  readonly again: boolean;
  readonly encoding: Encoding | undefined;
  /** Lines that are recorded in one transaction. */
  readonly batchLines: number;
  readonly rules: ParsingRules;
}

const DEFAULT_BATCH_LINES = 10_000;
/** A batch is held in memory. */
const MAX_BATCH_LINES = 100_000;

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
  --batch-lines N        lines that are recorded at once, 1 to ${MAX_BATCH_LINES}; ${DEFAULT_BATCH_LINES} when absent

Exit code 0: every line is recorded, now or before. Exit code 2: some were refused. Exit code 1: it failed or was stopped.`;

/** @param script name of the npm script */
export function formatUsage(script: string): string {
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

/** @throws CommandError with the problem */
export function parseOptions(args: readonly string[]): ImportOptions {
  const { values, positionals } = parseArguments(args);
  const [path, ...more] = positionals;
  if (path === undefined || more.length > 0) throw new CommandError(`Name one file.\n${USAGE}`);
  if (values['decimal-comma'] && values['decimal-point']) {
    throw new CommandError('Give --decimal-comma or --decimal-point, not both.');
  }
  if (values.cumulative && values['only-new']) {
    throw new CommandError('Give --cumulative or --only-new, not both.');
  }
  const hasDecimalMark = values['decimal-comma'] || values['decimal-point'];
  return {
    path,
    source: values.source === undefined ? undefined : parseSource(values.source),
    refusedPath: values.refused ?? `${path.replace(/\.csv$/i, '')}.refused.csv`,
    dryRun: values['dry-run'],
    cumulative: values.cumulative,
    onlyNew: values['only-new'],
    again: values.again,
    encoding: parseChoice('--encoding', ENCODINGS, values.encoding),
    batchLines:
      values['batch-lines'] === undefined ? DEFAULT_BATCH_LINES : parseBatchLines(values['batch-lines']),
    rules: {
      country: values.country === undefined ? undefined : parseCountry(values.country),
      dateOrder: parseChoice<DateOrder>('--date-order', ['dmy', 'mdy'], values['date-order']),
      timeZone: values['time-zone'] === undefined ? undefined : parseTimeZone(values['time-zone']),
      decimalMark: hasDecimalMark ? (values['decimal-comma'] ? ',' : '.') : undefined,
    },
  };
}

/** Returns the source of a file for which none is given: its name. */
export function getDefaultSource(path: string): string {
  return parseSource(basename(path));
}

function parseArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new CommandError(`${(error as Error).message}\n${USAGE}`);
  }
}

function parseSource(name: string): string {
  const source = sourceSchema.safeParse(name);
  if (source.success) return source.data;
  throw new CommandError(`--source: ${source.error.issues.map(({ message }) => message).join('; ')}.`);
}

function parseCountry(code: string): CountryCode {
  const country = parseCountryOrUnknown(code);
  if (country !== undefined) return country;
  throw new CommandError('--country: expected an ISO 3166-1 country code such as KE or KEN.');
}

function parseTimeZone(name: string): string {
  if (isTimeZone(name)) return name;
  throw new CommandError('--time-zone: expected the IANA name of a time zone, such as Africa/Nairobi.');
}

function parseBatchLines(text: string): number {
  const lines = /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (lines >= 1 && lines <= MAX_BATCH_LINES) return lines;
  throw new CommandError(`--batch-lines: expected a whole number from 1 to ${MAX_BATCH_LINES}.`);
}

function parseChoice<Choice extends string>(
  option: string,
  choices: readonly Choice[],
  value: string | undefined,
): Choice | undefined {
  if (value === undefined) return undefined;
  const choice = choices.find((each) => each === value.toLowerCase());
  if (choice !== undefined) return choice;
  throw new CommandError(`${option}: expected ${choices.join(', ')}.`);
}
