import { randomUUID } from 'node:crypto';
import { EncountersRecorderService } from '../../../src/integrations/fhir/encounters/encounters-recorder.service';
import { CONDITION, ENCOUNTER, bundleOf, entry } from './bundles';
import { CONFLICT, CREATED, FAILED_DEPENDENCY } from './entry-statuses';
import { suiteFhirWithNewDoctors } from './fhir-platform';

const SYSTEM = 'http://clinic.example.org/visits';
const COUNT = 30;

describe('a batch whose refusals come to light one by one', () => {
  const fhir = suiteFhirWithNewDoctors();

  afterEach(() => jest.restoreAllMocks());

  /** All mean one stored Encounter with another time, and one new Condition: the first takes it, and hides that others are refused. */
  const conflicting = (start: string) => {
    const encounter = `urn:uuid:${randomUUID()}`;
    return [
      entry(
        { ...ENCOUNTER, identifier: [{ system: SYSTEM, value: 'visit' }], period: { start } },
        encounter,
        { ifNoneExist: `identifier=${SYSTEM}|visit` },
      ),
      entry({
        ...CONDITION,
        identifier: [{ system: SYSTEM, value: 'case' }],
        encounter: { reference: encounter },
      }),
    ];
  };

  it('records few of its Encounters again and again, and those that are not refused', async () => {
    const stored = entry(
      { ...ENCOUNTER, identifier: [{ system: SYSTEM, value: 'visit' }] },
      'urn:uuid:stored',
    );
    const first = bundleOf([stored, entry({ ...CONDITION, encounter: { reference: 'urn:uuid:stored' } })]);
    expect(await fhir.doctor.postForStatuses(first)).toEqual([CREATED, CREATED]);
    const record = jest.spyOn(EncountersRecorderService.prototype, 'record');
    const good = `urn:uuid:${randomUUID()}`;
    const batch = bundleOf(
      [
        ...Array.from({ length: COUNT }, () => conflicting('2026-03-15T10:00:00Z')).flat(),
        entry(ENCOUNTER, good),
        entry({ ...CONDITION, encounter: { reference: good } }),
      ],
      'batch',
    );
    const statuses = await fhir.doctor.postForStatuses(batch);
    expect(new Set(statuses.slice(0, 2 * COUNT))).toEqual(new Set([CONFLICT, FAILED_DEPENDENCY]));
    expect(statuses.slice(2 * COUNT)).toEqual([CREATED, CREATED]);
    const attempted = record.mock.calls.reduce((sum, [, groups]) => sum + groups.length, 0);
    expect(attempted).toBeLessThanOrEqual(5 * (COUNT + 1));
  });
});
