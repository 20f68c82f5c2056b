import type { CountryScope } from '../../shared/country';
import { nullable, text, uuid } from './parameter';

/** SQL condition: a row, which has `country` and `recorded_by`, is one of the `AccessibleRecords` of the caller. */
export const isAccessible = (relation: string): string =>
  `(${relation}.recorded_by = $accountId OR $administered::text = '*' OR ${relation}.country = $administered)`;

/** The parameters of `isAccessible`. */
export const ACCESS_PARAMETERS = {
  accountId: uuid(),
  administered: nullable(text<CountryScope>()),
};
