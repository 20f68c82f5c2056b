/** JSON without empty objects and arrays, which FHIR does not allow; undefined where nothing is left. */
export function removeEmpty<Json>(json: Json): Json | undefined {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) {
    const kept: unknown[] = json.map(removeEmpty).filter((one) => one !== undefined);
    return kept.length === 0 ? undefined : (kept as Json);
  }
  const kept = Object.entries(json).flatMap(([key, value]: [string, unknown]) => {
    const full = removeEmpty(value);
    return full === undefined ? [] : [[key, full] as const];
  });
  return kept.length === 0 ? undefined : (Object.fromEntries(kept) as Json);
}
