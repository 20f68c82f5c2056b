/** Removes empty objects and arrays, which FHIR forbids; returns undefined if nothing remains. */
export function removeEmpty<Json>(json: Json): Json | undefined {
  if (typeof json !== 'object' || json === null) return json;
  if (Array.isArray(json)) {
    const items: unknown[] = json.map(removeEmpty).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : (items as Json);
  }
  const properties = Object.entries(json).flatMap(([key, value]: [string, unknown]) => {
    const remaining = removeEmpty(value);
    return remaining === undefined ? [] : [[key, remaining] as const];
  });
  return properties.length === 0 ? undefined : (Object.fromEntries(properties) as Json);
}
