import type { Response } from 'supertest';
import type { PlainCaller } from '../support/plain-caller';
import { ListeningSuite } from '../support/listening-suite';
import {
  type StoredSale,
  deleteAllSales,
  findAllSales,
  findUnitDifferences,
} from './medication-sales.database';

export const SALE = { medicationName: 'Paracetamol', soldAt: '2024-05-06T07:08:09Z', units: 20 };

/** Returns the expected response. @param alreadyRecorded sales whose external ids were recorded before */
export function recordedSales(recorded: number, alreadyRecorded = 0) {
  return { success: true, data: { recorded, alreadyRecorded } };
}

/** A suite whose tests begin without sales, and end with daily units that are the sums of the sales. */
export class MedicationSalesSuite extends ListeningSuite {
  constructor() {
    super();
    beforeEach(() => deleteAllSales(this.database));
    afterEach(async () => {
      expect(await findUnitDifferences(this.database)).toEqual([]);
    });
  }

  findSales(): Promise<StoredSale[]> {
    return findAllSales(this.database);
  }
}

/** Sends sales, whose absent fields are those of `SALE`. */
export function sendSales(caller: PlainCaller, sales: readonly object[]): Promise<Response> {
  return caller.post('health.recordMedicationSales', { sales: sales.map((sale) => ({ ...SALE, ...sale })) });
}
