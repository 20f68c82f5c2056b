/** JSON without empty objects and arrays, which FHIR does not allow; undefined where nothing is left. */
export function withoutEmpty<Json>(json: Json): Json | undefined {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) {
    const kept: unknown[] = json.map(withoutEmpty).filter((one) => one !== undefined);
    return kept.length === 0 ? undefined : (kept as Json);
  }
  const kept = Object.entries(json).flatMap(([key, value]: [string, unknown]) => {
    const full = withoutEmpty(value);
    return full === undefined ? [] : [[key, full] as const];
  });
  return kept.length === 0 ? undefined : (Object.fromEntries(kept) as Json);
}
