import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { BundlesService } from '../../../src/integrations/fhir/bundles.service';
import { EncountersRecorderService } from '../../../src/integrations/fhir/encounters/encounters-recorder.service';
import { numberedEncounters } from './bundles';
import { until } from '../../support/until';
import { suiteFhirWithNewDoctors } from './fhir-platform';

const NUMBERS = [1, 2, 3];
const NOTHING = { encounters: 0, conditions: 0, consultations: 0, cases: 0 };

describe('a Bundle whose client leaves', () => {
  const fhir = suiteFhirWithNewDoctors();

  afterEach(() => jest.restoreAllMocks());

  /** Returns the response to the next request. */
  function nextResponse(): Promise<ServerResponse> {
    return new Promise((resolve) => {
      fhir.platform.server.prependOnceListener('request', (_request: unknown, response: ServerResponse) => {
        resolve(response);
      });
    });
  }

  async function leave(response: ServerResponse): Promise<void> {
    const closed = once(response, 'close');
    response.destroy();
    await closed;
  }

  /** Posts a Bundle whose client leaves before or after the commit, and waits until the work on it has ended. */
  async function postAndLeave(
    type: string,
    leaves: 'before' | 'after',
    headers: Readonly<Record<string, string>> = {},
  ): Promise<void> {
    const response = nextResponse();
    const recorder = fhir.platform.app.get(EncountersRecorderService);
    const recordEncounters = recorder.record.bind(recorder);
    jest.spyOn(recorder, 'record').mockImplementationOnce(async (...input) => {
      if (leaves === 'before') await leave(await response);
      return recordEncounters(...input);
    });
    const bundles = fhir.platform.app.get(BundlesService);
    const record = bundles.record.bind(bundles);
    let isRunning = true;
    jest.spyOn(bundles, 'record').mockImplementationOnce(async (...input) => {
      try {
        const outcomes = await record(...input);
        if (leaves === 'after') await leave(await response);
        return outcomes;
      } finally {
        isRunning = false;
      }
    });
    await expect(fhir.doctor.post(numberedEncounters(NUMBERS, type), headers)).rejects.toThrow();
    await until('the work has ended', () => !isRunning);
  }

  describe.each(['transaction', 'batch'])('of the type %s', (type) => {
    it('is not recorded if it has left before the commit, and is recorded once when it is sent again', async () => {
      await postAndLeave(type, 'before');
      expect(await fhir.countAddedRows()).toEqual(NOTHING);
      const statuses = await fhir.doctor.postForStatuses(numberedEncounters(NUMBERS, type));
      expect(new Set(statuses)).toEqual(new Set(['201 Created']));
      expect(await fhir.countAddedRows()).toMatchObject({ encounters: 3, cases: 6 });
    });

    it('leaves its Idempotency-Key unused', async () => {
      const headers = { 'idempotency-key': `left-${type}` };
      await postAndLeave(type, 'before', headers);
      expect(await fhir.countAddedRows()).toEqual(NOTHING);
      const send = () => fhir.doctor.post(numberedEncounters(NUMBERS, type), headers);
      let response = await send();
      // The key is in use until the transaction of the first call is rolled back, which takes longer on several nodes.
      await until('the key is free', async () => {
        if (response.status === 409) response = await send();
        return response.status !== 409;
      });
      expect(response.status).toBe(200);
      expect(response.headers['idempotency-replayed']).toBeUndefined();
      expect(await fhir.countAddedRows()).toMatchObject({ encounters: 3, cases: 6 });
    });

    it('stays recorded completely if it has left after the commit', async () => {
      await postAndLeave(type, 'after');
      expect(await fhir.countAddedRows()).toMatchObject({ encounters: 3, cases: 6 });
      const statuses = await fhir.doctor.postForStatuses(numberedEncounters(NUMBERS, type));
      expect(new Set(statuses)).toEqual(new Set(['200 OK']));
    });
  });
});
