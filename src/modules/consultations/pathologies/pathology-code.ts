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

/** A category of ICD-10, with up to two digits after the point, as the WHO edition has them. */
const WHO_ICD10 = /^[A-Z]\d\d(?:\.\d{1,2})?$/;

/** Returns whether a code has the form of one in the WHO edition of ICD-10. */
export function isWhoIcd10({ classification, code }: PathologyCode): boolean {
  return classification === 'icd10' && WHO_ICD10.test(code);
}

/**
 * Returns the code and the broader codes that its pathology may have in the catalogue, the narrowest first: with fewer characters
 * after the point, the category, and what the classifications have for a category without details: `.9`, or `.Z` in ICD-11.
 */
export function listBroaderCodes({ classification, code }: PathologyCode): PathologyCode[] {
  const [category = '', details = ''] = code.split('.');
  const shorter = Array.from({ length: details.length }, (_none, index) =>
    details.slice(0, details.length - index),
  );
  const unspecified = classification === 'icd10' ? '9' : 'Z';
  const codes = [...shorter.map((part) => `${category}.${part}`), category, `${category}.${unspecified}`];
  return [...new Set(codes)].map((each) => ({ classification, code: each }));
}

/** Formats a code as `icd10:B50.9`. */
export function formatPathologyCode({ classification, code }: PathologyCode): string {
  return `${classification}:${code}`;
}
