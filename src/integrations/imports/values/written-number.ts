import type { Reading } from './written-date';

/** The sign before the decimals; the other of the two then separates thousands. */
export type DecimalMark = ',' | '.';

const DIGITS = /^\d+$/;
/** Groups of three, and what separates them: a space of any width, a comma or a point, the same throughout. */
const GROUPED = /^(?<first>\d{1,3})(?:(?<separator>[\s,.])\d{3})(?:\k<separator>\d{3})*$/u;
const DECIMAL = /^(?<whole>.+?)(?<mark>[,.])(?<decimals>\d+)$/;

const NOT_A_NUMBER = 'expected a whole number such as 1200';

/**
 * Reads a whole number as people and spreadsheets write it: `1200`, `1 200`, `1 200,0`, `1,200.0`. `1.200` and `1,200`
 * mean a thousand and some to one reader and a little over one to another: refused, unless the decimal mark is given.
 */
export function readWhole(written: string, mark?: DecimalMark): Reading<number> {
  // Spaces of every width separate thousands: plain, no-break, narrow no-break, thin.
  const text = written.trim().replace(/\s/gu, ' ');
  if (text === '') return { problem: 'must not be empty' };
  if (DIGITS.test(text)) return { value: Number(text) };
  const separator = GROUPED.exec(text)?.groups?.separator;
  if (separator === ' ') return { value: digitsOf(text) };
  if (separator !== undefined && separator !== mark) {
    // Two groups and more are thousands: no number has two decimal marks.
    if (mark !== undefined || text.split(separator).length > 2) return { value: digitsOf(text) };
    return {
      problem: `${text} can be ${digitsOf(text)} or ${text.replace(',', '.')}: give --decimal-comma or --decimal-point`,
    };
  }
  return readDecimal(text, mark);
}

function readDecimal(text: string, mark: DecimalMark | undefined): Reading<number> {
  const parts = DECIMAL.exec(text)?.groups;
  const { whole = '', mark: found = '', decimals = '' } = parts ?? {};
  if (!parts || (mark !== undefined && found !== mark)) return { problem: NOT_A_NUMBER };
  const separator = DIGITS.test(whole) ? '' : GROUPED.exec(whole)?.groups?.separator;
  if (separator === undefined || separator === found) return { problem: NOT_A_NUMBER };
  if (/[^0]/.test(decimals)) return { problem: `expected a whole number, and ${text} is not one` };
  return { value: digitsOf(whole) };
}

function digitsOf(text: string): number {
  return Number(text.replace(/\D/g, ''));
}
