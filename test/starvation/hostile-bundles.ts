import { brotliCompressSync, constants } from 'node:zlib';

// Each in one or some kilobytes, and as much as a Bundle may have.

const many = (count: number, item: unknown) => Array<unknown>(count).fill(item);

function entryOf(resourceType: string, elements: object): object {
  return { resource: { resourceType, ...elements }, request: { method: 'POST', url: resourceType } };
}

function encounterWith(elements: object): object {
  const period = { start: '2026-03-14T09:30:00Z' };
  return entryOf('Encounter', {
    status: 'finished',
    subject: { identifier: { value: 'P-1' } },
    period,
    ...elements,
  });
}

function compress(...entry: readonly unknown[]): Buffer {
  const json = JSON.stringify({ resourceType: 'Bundle', type: 'batch', entry: entry.flat() });
  return brotliCompressSync(json, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } });
}

/** Lists that are too long, and lists of lists. */
export const LONG_LISTS: readonly Buffer[] = [
  compress(entryOf('Patient', { identifier: many(480_000, 1) })),
  compress(encounterWith({ diagnosis: many(240_000, { implicitRules: 1 }) })),
  compress(encounterWith({ diagnosis: [{ diagnosis: many(160_000, { implicitRules: 1 }) }] })),
  compress(
    encounterWith({
      diagnosis: many(190, { condition: { identifier: { type: { coding: many(50, { code: 1 }) } } } }),
    }),
  ),
];

const diagnosesOf = (reference: string) => ({ diagnosis: many(1_000, { condition: { reference } }) });

/** References to resources with the same id. */
export const AMBIGUOUS: readonly Buffer[] = [
  compress(
    many(100, encounterWith(diagnosesOf('Condition/x'))),
    many(4_800, entryOf('Condition', { id: 'x' })),
  ),
  compress(
    many(2_400, encounterWith({ subject: { reference: 'Patient/x' } })),
    many(2_500, entryOf('Patient', { id: 'x' })),
  ),
];

/** As many errors as possible. */
export const MANY_PROBLEMS: readonly Buffer[] = [
  compress(many(450, encounterWith({ diagnosis: many(1_000, 1) }))),
  compress(many(180, entryOf('Condition', { category: many(50, { coding: many(50, 1) }) }))),
  compress(many(180, encounterWith({ identifier: many(50, { type: { coding: many(50, 1) } }) }))),
];
