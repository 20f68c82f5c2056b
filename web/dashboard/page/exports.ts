type ExportName = 'summary' | 'pathologies' | 'medications' | 'countries' | 'trend' | 'alerts';

/** Returns a function that builds the download URL of a table. An array parameter is repeated once per item. */
export function exportUrl(
  name: ExportName,
  parameters: Readonly<Record<string, string | readonly string[] | null | undefined>>,
): (format: 'csv' | 'xlsx') => string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    for (const item of typeof value === 'string' ? [value] : (value ?? [])) search.append(key, item);
  }
  return (format) => `/api/exports/${name}.${format}?${search.toString()}`;
}
