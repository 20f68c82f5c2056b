import { storage } from 'nestjs-pino/storage';
import pino from 'pino';
import { parseBundle } from '../../../src/integrations/fhir/bundle/parse-bundle';
import { linkConditions } from '../../../src/integrations/fhir/encounters/link-conditions';
import { planEntries } from '../../../src/integrations/fhir/encounters/plan-entries';
import { indexPatients } from '../../../src/integrations/fhir/encounters/subject';
import { findPatientNumber } from '../../../src/integrations/fhir/encounters/patient-number';
import { NamedPathologies } from '../../../src/modules/consultations';
import { countrySchema } from '../../../src/shared/country';
import { setCurrentCaller } from '../../../src/platform/limits/current-turns';
import { CONDITION, ENCOUNTER, type Json, bundleOf, entry } from './bundles';
import { measureProcessorTime } from '../../support/processor-time';

const DIAGNOSES = 200;
const IDENTIFIERS = 40;

/** Runs work for which each look at the clock is a millisecond later, and returns its result and the turns that it took. */
async function countTurns<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly turns: number; readonly result: Result }> {
  let clock = 0;
  jest.spyOn(performance, 'now').mockImplementation(() => (clock += 1));
  let turns = 0;
  const takeTurn = () => {
    turns += 1;
    return undefined;
  };
  const result = await storage.run({ logger: pino({ enabled: false }) }, () => {
    setCurrentCaller({ key: 'caller', takeTurn });
    return work();
  });
  jest.restoreAllMocks();
  return { turns, result };
}

describe('a Bundle of few entries', () => {
  const many = (count: number, item: unknown) => Array<unknown>(count).fill(item);

  it.each<[string, number, Json]>([
    [
      'diagnoses',
      DIAGNOSES,
      { ...ENCOUNTER, diagnosis: many(DIAGNOSES, { condition: { reference: 'Condition/x' } }) },
    ],
    ['invalid diagnoses', 90, { ...ENCOUNTER, diagnosis: many(90, { condition: 'x' }) }],
    ['identifiers', IDENTIFIERS, { ...ENCOUNTER, identifier: many(IDENTIFIERS, { value: '1' }) }],
    ['categories', IDENTIFIERS, { ...CONDITION, category: many(IDENTIFIERS, { text: '1' }) }],
    [
      'identifiers of a patient',
      IDENTIFIERS,
      { resourceType: 'Patient', identifier: many(IDENTIFIERS, { value: '1' }) },
    ],
  ])('is parsed in a turn for each of many %s', async (_case, items, resource) => {
    const { turns } = await countTurns(() => parseBundle(bundleOf([entry(resource)])));
    expect(turns).toBeGreaterThanOrEqual(items);
  });

  it('is linked in a turn for each of many diagnoses', async () => {
    const diagnosis = many(DIAGNOSES, { condition: { reference: 'Condition/x' } });
    const { entries } = await parseBundle(bundleOf([entry({ ...ENCOUNTER, diagnosis }), entry(CONDITION)]));
    const { turns } = await countTurns(() => linkConditions(entries));
    expect(turns).toBeGreaterThanOrEqual(DIAGNOSES);
  });

  it('is planned in a turn for each of many identifiers of a patient', async () => {
    const patient = { resourceType: 'Patient', identifier: many(200, { value: '1' }) };
    const { entries } = await parseBundle(bundleOf([entry(patient)]));
    const { turns } = await countTurns(() => indexPatients(entries));
    expect(turns).toBeGreaterThanOrEqual(400);
  });
});

describe('the identifiers of a Bundle', () => {
  it('are normalized once for each of a patient', async () => {
    const identifier = Array.from({ length: 200 }, (_, index) => ({ value: `${(index * 77) % 200}` }));
    const { entries } = await parseBundle(bundleOf([entry({ resourceType: 'Patient', identifier })]));
    const normalize = jest.spyOn(String.prototype, 'normalize');
    await indexPatients(entries);
    const calls = normalize.mock.calls.length;
    jest.restoreAllMocks();
    expect(calls).toBeLessThanOrEqual(identifier.length);
  });

  it('are read once for the Encounter of many Conditions', async () => {
    const subject = { identifier: { value: 'P-1' } };
    const conditions = Array.from({ length: 100 }, () => entry({ ...CONDITION, subject }));
    const { entries } = await parseBundle(
      bundleOf([entry({ ...ENCOUNTER, subject }, 'urn:uuid:encounter'), ...conditions]),
    );
    let reads = 0;
    const counted = entries.map((parsed) => {
      if (parsed.kind !== 'Encounter') return parsed;
      const { subject: own, ...resource } = parsed.entry.resource;
      Object.defineProperty(resource, 'subject', { get: () => ((reads += 1), own) });
      return { ...parsed, entry: { ...parsed.entry, resource } };
    });
    const known = { candidates: new Map(), codes: new Map(), names: new NamedPathologies([]) };
    await planEntries(counted, {
      pathologies: { ...known, country: countrySchema.parse('KE') },
      baseUrl: 'http://localhost/fhir',
    });
    expect(reads).toBe(1);
  });

  it('take less than 2 s of processor time with systems of 100,000 slashes', async () => {
    const system = `${'/'.repeat(100_000)}x`;
    const identifier = { value: '1', system, type: { coding: [{ system, code: 'MR' }] } };
    const cost = await measureProcessorTime(() => findPatientNumber({ identifier }, undefined));
    expect(cost).toBeLessThan(2_000);
  });
});
