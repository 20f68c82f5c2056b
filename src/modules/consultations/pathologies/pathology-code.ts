import { z } from 'zod';

/** The classifications of the catalogue's codes, with their editions. */
export const EDITIONS = {
  icd10: 'ICD-10, WHO edition of 2019',
  icd11: 'ICD-11 for Mortality and Morbidity Statistics, release 2025-01',
} as const;

export type Classification = keyof typeof EDITIONS;

export interface PathologyCode {
  readonly classification: Classification;
  /** In capitals, with the point: `B50.9`, `1F40`. */
  readonly code: string;
}

const PATTERN = /^(icd10|icd11):([A-Z0-9]{2,6}(?:\.[A-Z0-9]{1,4})?)$/i;

/** Parses `icd10:B50.9` or `icd11:1F40`, in any case. */
export const pathologyCodeSchema = z.string().transform((text, context): PathologyCode => {
  const [, prefix = '', code = ''] = PATTERN.exec(text.trim()) ?? [];
  const classification = prefix.toLowerCase();
  if (classification === 'icd10' || classification === 'icd11')
    return { classification, code: code.toUpperCase() };
  context.addIssue({ code: 'custom', message: 'expected a code such as icd10:B50.9 or icd11:1F40' });
  return z.NEVER;
});

/** Formats a code as `icd10:B50.9`. */
export function formatPathologyCode({ classification, code }: PathologyCode): string {
  return `${classification}:${code}`;
}
