import type { Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { parse as parseWhole } from 'csv-parse/sync';
import { CommandError } from '../../../platform/command-line/command';
import type { TextFile } from './text-file';

export const DELIMITERS = [',', ';', '\t'] as const;

export type Delimiter = (typeof DELIMITERS)[number];

/** One line of a table, which may span several of the file. */
export interface CsvLine {
  /** Where it begins in the file, from 1. */
  readonly number: number;
  readonly cells: readonly string[];
  /** All of it as it stands in the file, where its quotes are not what RFC 4180 allows; its cells are guesses then. */
  readonly misquoted?: string | undefined;
  /** How long it is in the file, in characters. */
  readonly length: number;
}

/** The longest line: what is longer is no line of a table, but a quote that is never closed, or no table at all. */
const LONGEST_LINE = 128 * 1024;

const HEAD_BYTES = 64 * 1024;

const OPTIONS = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
  // Quotes in the wrong place are found below, so that they cost one line and not the rest of the file.
  relax_quotes: true,
} satisfies Options;

/** The header as each delimiter would split it. */
export async function readHeaders(file: TextFile): Promise<Map<Delimiter, string[]>> {
  const head = await headOf(file.read());
  const headers = new Map<Delimiter, string[]>();
  for (const delimiter of DELIMITERS) {
    headers.set(delimiter, headerOf(head, delimiter));
  }
  return headers;
}

function headerOf(head: string, delimiter: Delimiter): string[] {
  try {
    const [header = []] = parseWhole(head, { ...OPTIONS, delimiter, to: 1 });
    return header;
  } catch (error) {
    // A quote that is not closed: no header by this delimiter.
    if (error instanceof CsvError) return [];
    throw error;
  }
}

/**
 * The lines of a table, without its header, in bounded memory.
 * @throws CommandError where a line does not end
 */
export async function* readLines(
  text: Readable,
  delimiter: Delimiter,
): AsyncGenerator<CsvLine, void, undefined> {
  const parser = parse({ ...OPTIONS, delimiter, raw: true, max_record_size: LONGEST_LINE });
  text.on('error', (error) => parser.destroy(error));
  const wellQuoted = quotingOf(delimiter);
  let next = 1;
  let isHeader = true;
  try {
    for await (const { record: cells, raw } of text.pipe(parser) as AsyncIterable<RawRecord>) {
      // The parser leaves the lines that it skips before the next one.
      const own = raw.replace(/^[\r\n]+/, '');
      const number = next + lineEnds(raw.slice(0, raw.length - own.length));
      next = number + lineEnds(own);
      if (!isHeader) {
        const misquoted = own.includes('"') && !wellQuoted.test(own) ? own.trimEnd() : undefined;
        yield { number, cells, misquoted, length: own.length };
      }
      isHeader = false;
    }
  } catch (error) {
    if (error instanceof CsvError) throw new CommandError(problemOf(error, next));
    throw error;
  } finally {
    text.destroy();
  }
}

interface RawRecord {
  readonly record: string[];
  readonly raw: string;
}

function problemOf(error: CsvError, after: number): string {
  const where = `at line ${after} or a little after it`;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return `A quote (") that is opened ${where} is never closed`;
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return `${where.replace('at', 'At')} is one of more than ${LONGEST_LINE} characters, perhaps because a quote (") is never closed`;
  }
  return error.message;
}

/** Matches a line whose cells are either free of quotes at their beginning, or quoted from end to end. */
function quotingOf(delimiter: Delimiter): RegExp {
  const cell = `(?:"[^"]*(?:""[^"]*)*"|(?!")[^${delimiter}\\r\\n]*)`;
  return new RegExp(`^${cell}(?:${delimiter}${cell})*[\\r\\n]*$`);
}

/** The parser hands a line over with the first character only of what ends it. */
function lineEnds(raw: string): number {
  if (raw.length < 2) return raw === '\n' || raw === '\r' ? 1 : 0;
  let count = 0;
  for (let at = 0; at < raw.length; at += 1) {
    const code = raw.charCodeAt(at);
    if (code === 0x0a && raw.charCodeAt(at - 1) === 0x0d) continue;
    if (code === 0x0a || code === 0x0d) count += 1;
  }
  return count;
}

async function headOf(text: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of text as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= HEAD_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, HEAD_BYTES).toString('utf8');
}
