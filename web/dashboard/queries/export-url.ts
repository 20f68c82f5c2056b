import { PAGE_ACCOUNT_PARAMETER } from '../../../src/shared/page-account';
import { pageAccount } from './page-account';
import { queryLanguage } from './query-language';

type ExportName =
  | 'summary'
  | 'comparison'
  | 'medications'
  | 'countries'
  | 'trend'
  | 'country-trend'
  | 'alerts';

/** Returns a function that builds the download URL of a table, with names in the language of the page. An array parameter is repeated once per item. */
export function exportUrl(
  name: ExportName,
  parameters: Readonly<Record<string, string | readonly string[] | undefined>>,
): (format: 'csv' | 'xlsx') => string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    for (const item of typeof value === 'string' ? [value] : (value ?? [])) search.append(key, item);
  }
  search.append('language', queryLanguage());
  const account = pageAccount();
  if (account) search.append(PAGE_ACCOUNT_PARAMETER, account.id);
  return (format) => `/api/exports/${name}.${format}?${search.toString()}`;
}
