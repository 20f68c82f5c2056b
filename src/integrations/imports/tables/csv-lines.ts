import type { Readable } from 'node:stream';
import { CsvError, type Options, parse } from 'csv-parse';
import { CsvError as HeaderError, parse as parseSync } from 'csv-parse/sync';
import { CommandError } from '../../../platform/command-line/command';
import type { TextFile } from './text-file';

export const DELIMITERS = [',', ';', '\t'] as const;

export type Delimiter = (typeof DELIMITERS)[number];

/** A line of a table, which can span several lines of the file. */
export interface CsvLine {
  /** Number of its first line in the file, from 1. */
  readonly number: number;
  readonly cells: readonly string[];
  /** The line's text, if its quotes violate RFC 4180. Its cells are then unreliable. */
  readonly misquotedText?: string | undefined;
  /** In characters. */
  readonly length: number;
}

/** A longer line means that a quote is not closed, or that the file is not a table. */
const MAX_LINE_CHARACTERS = 128 * 1024;

const HEAD_BYTES = 64 * 1024;

const OPTIONS = {
  record_delimiter: ['\r\n', '\n', '\r'],
  relax_column_count: true,
  skip_empty_lines: true,
  // `readLines` finds misplaced quotes, so that they spoil one line and not the rest of the file.
  relax_quotes: true,
} satisfies Options;

/** Reads the header, split by each delimiter. */
export async function readHeaders(file: TextFile): Promise<Map<Delimiter, string[]>> {
  const head = await readHead(file.read());
  return new Map(DELIMITERS.map((delimiter) => [delimiter, parseHeader(head, delimiter)]));
}

function parseHeader(head: string, delimiter: Delimiter): string[] {
  try {
    const [header = []] = parseSync(head, { ...OPTIONS, delimiter, to: 1 });
    return header;
  } catch (error) {
    // A quote is not closed, so this is not the delimiter.
    if (error instanceof HeaderError) return [];
    throw error;
  }
}

/**
 * Yields the lines of a table without its header, in bounded memory.
 * @throws CommandError if a line has no end
 */
export async function* readLines(
  input: Readable,
  delimiter: Delimiter,
): AsyncGenerator<CsvLine, void, undefined> {
  const parser = parse({ ...OPTIONS, delimiter, raw: true, max_record_size: MAX_LINE_CHARACTERS });
  input.on('error', (error) => parser.destroy(error));
  const validLine = buildLinePattern(delimiter);
  let nextNumber = 1;
  let isHeader = true;
  try {
    for await (const { record: cells, raw } of input.pipe(parser) as AsyncIterable<RawRecord>) {
      // `raw` begins with the empty lines that the parser skipped.
      const text = raw.replace(/^[\r\n]+/, '');
      const number = nextNumber + countLineEnds(raw.slice(0, raw.length - text.length));
      nextNumber = number + countLineEnds(text);
      if (!isHeader) {
        const misquotedText = text.includes('"') && !validLine.test(text) ? text.trimEnd() : undefined;
        yield { number, cells, misquotedText, length: text.length };
      }
      isHeader = false;
    }
  } catch (error) {
    if (error instanceof CsvError) throw new CommandError(describeProblem(error, nextNumber));
    throw error;
  } finally {
    input.destroy();
  }
}

interface RawRecord {
  readonly record: string[];
  readonly raw: string;
}

function describeProblem(error: CsvError, lineNumber: number): string {
  const where = `at line ${lineNumber} or a little after it`;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED') return `A quote (") that is opened ${where} is never closed`;
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return `${where.replace('at', 'At')} is one of more than ${MAX_LINE_CHARACTERS} characters, perhaps because a quote (") is never closed`;
  }
  return error.message;
}

/** Builds the pattern of a line in which each cell is quoted completely or does not begin with a quote. */
function buildLinePattern(delimiter: Delimiter): RegExp {
  const cell = `(?:"[^"]*(?:""[^"]*)*"|(?!")[^${delimiter}\\r\\n]*)`;
  return new RegExp(`^${cell}(?:${delimiter}${cell})*[\\r\\n]*$`);
}

/** Counts line ends. Of the CRLF at the end of a line, the parser delivers only the CR. */
function countLineEnds(raw: string): number {
  if (raw.length < 2) return raw === '\n' || raw === '\r' ? 1 : 0;
  let count = 0;
  for (let index = 0; index < raw.length; index += 1) {
    const code = raw.charCodeAt(index);
    if (code === 0x0a && raw.charCodeAt(index - 1) === 0x0d) continue;
    if (code === 0x0a || code === 0x0d) count += 1;
  }
  return count;
}

async function readHead(input: Readable): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of input as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    length += chunk.length;
    if (length >= HEAD_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, HEAD_BYTES).toString('utf8');
}
