import { storage } from 'nestjs-pino/storage';
import pino from 'pino';
import { parseBundle } from '../../../src/integrations/fhir/bundle/parse-bundle';
import { linkConditions } from '../../../src/integrations/fhir/encounters/link-conditions';
import { setCurrentCaller } from '../../../src/platform/limits/current-turns';
import { CONDITION, ENCOUNTER, type Json, bundleOf, entry } from './bundles';

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
});
