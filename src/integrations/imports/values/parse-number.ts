import type { ParseResult } from './parse-date';

/** The mark before the decimals. The other one then separates thousands. */
export type DecimalMark = ',' | '.';

const DIGITS = /^\d+$/;
/** Groups of three digits, all separated by a space, by a comma or by a point. */
const GROUPED = /^(?<first>\d{1,3})(?:(?<separator>[\s,.])\d{3})(?:\k<separator>\d{3})*$/u;
const DECIMAL = /^(?<whole>.+?)(?<mark>[,.])(?<decimals>\d+)$/;

const NOT_A_NUMBER = 'expected a whole number such as 1200';

/**
 * Parses a whole number in the formats of people and spreadsheets: `1200`, `1 200`, `1 200,0`, `1,200.0`.
 * `1.200` and `1,200` are ambiguous (1200 or 1.2), and a problem unless the decimal mark is given.
 */
export function parseWholeNumber(input: string, mark?: DecimalMark): ParseResult<number> {
  // Thousands can be separated by any kind of space: plain, no-break, narrow no-break, thin.
  const text = input.trim().replace(/\s/gu, ' ');
  if (text === '') return { problem: 'must not be empty' };
  if (DIGITS.test(text)) return { value: Number(text) };
  const separator = GROUPED.exec(text)?.groups?.separator;
  if (separator === ' ') return { value: joinDigits(text) };
  if (separator !== undefined && separator !== mark) {
    // A separator that occurs twice is not a decimal mark.
    if (mark !== undefined || text.split(separator).length > 2) return { value: joinDigits(text) };
    return {
      problem: `${text} can be ${joinDigits(text)} or ${text.replace(',', '.')}: give --decimal-comma or --decimal-point`,
    };
  }
  return parseDecimal(text, mark);
}

function parseDecimal(text: string, mark: DecimalMark | undefined): ParseResult<number> {
  const parts = DECIMAL.exec(text)?.groups;
  const { whole = '', mark: found = '', decimals = '' } = parts ?? {};
  if (!parts || (mark !== undefined && found !== mark)) return { problem: NOT_A_NUMBER };
  const separator = DIGITS.test(whole) ? '' : GROUPED.exec(whole)?.groups?.separator;
  if (separator === undefined || separator === found) return { problem: NOT_A_NUMBER };
  if (/[^0]/.test(decimals)) return { problem: `expected a whole number, and ${text} is not one` };
  return { value: joinDigits(whole) };
}

function joinDigits(text: string): number {
  return Number(text.replace(/\D/g, ''));
}
