import { z } from 'zod';

/** The classifications whose codes the catalogue has, and the edition of each that it follows. */
export const EDITIONS = {
  icd10: 'ICD-10, WHO edition of 2019',
  icd11: 'ICD-11 for Mortality and Morbidity Statistics, release 2025-01',
} as const;

export type Classification = keyof typeof EDITIONS;

/** A code and the classification that it is of. */
export interface PathologyCode {
  readonly classification: Classification;
  /** In capitals, with the point: `B50.9`, `1F40`. */
  readonly code: string;
}

const PATTERN = /^(icd10|icd11):([A-Z0-9]{2,6}(?:\.[A-Z0-9]{1,4})?)$/i;

/** A code as callers write it, `icd10:B50.9` or `icd11:1F40`, in any case. */
export const pathologyCodeSchema = z.string().transform((text, context): PathologyCode => {
  const [, classification = '', code = ''] = PATTERN.exec(text.trim()) ?? [];
  const known = classification.toLowerCase();
  if (known === 'icd10' || known === 'icd11') return { classification: known, code: code.toUpperCase() };
  context.addIssue({ code: 'custom', message: 'expected a code such as icd10:B50.9 or icd11:1F40' });
  return z.NEVER;
});

/** A code as it is answered. */
export function writtenCode({ classification, code }: PathologyCode): string {
  return `${classification}:${code}`;
}
