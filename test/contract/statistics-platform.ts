import { ListeningPlatform } from '../support/listening-platform';
import { type PlainCaller, payload } from '../support/plain-caller';

/** A platform with helpers that record cases and sales. */
export class StatisticsPlatform extends ListeningPlatform {
  /** Records one consultation for each name and date, by a doctor of a country. */
  async recordCases(
    country: string | null,
    ...cases: readonly (readonly [name: string, date: string])[]
  ): Promise<void> {
    const doctor = await this.doctor(country);
    for (const [pathologyName, date] of cases) {
      const consultationDate = date.includes('T') ? date : `${date}T12:00:00Z`;
      payload(await doctor.post('consultations.record', { patientId: 'P', pathologyName, consultationDate }));
    }
  }

  /** Records sales by a pharmacist of a country. */
  async recordSales(
    country: string | null,
    ...sales: readonly (readonly [name: string, date: string, units: number])[]
  ): Promise<void> {
    const pharmacist = await this.as('pharmacist', country);
    const items = sales.map(([medicationName, date, units]) => ({
      medicationName,
      soldAt: `${date}T12:00:00Z`,
      units,
    }));
    payload(await pharmacist.post('health.recordMedicationSales', { sales: items }));
  }

  /** Returns the `data` of a query's response. */
  async query(caller: PlainCaller, procedure: string, input: unknown): Promise<unknown> {
    const response = payload(await caller.get(procedure, input));
    if (typeof response !== 'object' || response === null || !('data' in response)) {
      throw new Error(`${procedure} returned no data`);
    }
    return response.data;
  }
}
