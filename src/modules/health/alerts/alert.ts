import type { CountryCode } from '../../../shared/country';
import type { AlertRule } from './evaluate-rules';

export interface Alert {
  readonly rule: AlertRule;
  readonly pathology: string;
  /** ICD-10 code, WHO edition of 2019; null if the pathology is not in the catalogue. */
  readonly icd10: string | null;
  readonly country: CountryCode;
  readonly week: string;
  readonly count: number;
  readonly expected: number | null;
  readonly threshold: number;
}
