type ExportName = 'summary' | 'pathologies' | 'medications' | 'countries' | 'trend' | 'alerts';

/** The address of a table as a file; parameters that are absent are left out, and lists named once for each entry. */
export function exportAddress(
  name: ExportName,
  parameters: Readonly<Record<string, string | readonly string[] | null | undefined>>,
): (format: 'csv' | 'xlsx') => string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(parameters)) {
    for (const one of typeof value === 'string' ? [value] : (value ?? [])) search.append(key, one);
  }
  return (format) => `/api/exports/${name}.${format}?${search.toString()}`;
}
