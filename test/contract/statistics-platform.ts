import { ListeningPlatform } from '../support/listening-platform';
import { type PlainCaller, payload } from '../support/plain-caller';

/** The platform, with a short way to record cases and sales and to ask as a ministry. */
export class StatisticsPlatform extends ListeningPlatform {
  /** Records one consultation for each name and date, by a doctor of a country. */
  async cases(
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
  async sales(
    country: string | null,
    ...sales: readonly (readonly [name: string, date: string, units: number])[]
  ): Promise<void> {
    const pharmacist = await this.as('pharmacist', country);
    const lines = sales.map(([medicationName, date, units]) => ({
      medicationName,
      soldAt: `${date}T12:00:00Z`,
      units,
    }));
    payload(await pharmacist.post('health.recordMedicationSales', { sales: lines }));
  }

  /** The `data` of a query's answer. */
  async data(caller: PlainCaller, procedure: string, input: unknown): Promise<unknown> {
    const answer = payload(await caller.get(procedure, input));
    if (typeof answer !== 'object' || answer === null || !('data' in answer)) {
      throw new Error(`${procedure} answered without data`);
    }
    return answer.data;
  }
}
