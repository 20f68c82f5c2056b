import { parse } from 'csv-parse/sync';
import request, { type Response } from 'supertest';
import { z } from 'zod';
import { ROLES, type Role } from '../../../src/platform/access/role';
import { nameKey } from '../../../src/shared/name-key';
import type { Platform } from '../../support/platform';

export const EXPORT_ROLES = ['ministry', 'admin'] as const;
export const OTHER_ROLES = ROLES.filter((role) => role !== 'ministry' && role !== 'admin');

type CountsByName = Readonly<Record<string, number>>;

/** A running platform with test counts and its export downloads. */
export class ExportPlatform {
  constructor(readonly app: Platform) {}

  /** Adds cases of a day without their consultations. Unknown pathologies are created. */
  async addCases(country: string, day: string, counts: CountsByName): Promise<void> {
    for (const [name, cases] of Object.entries(counts)) {
      await this.app.database.query(
        `WITH own AS (
           INSERT INTO pathology (scope, key, name)
           SELECT $1, $3, $4 WHERE NOT EXISTS (SELECT FROM pathology_name WHERE key = $3 AND scope IN ('*', $1))
           RETURNING id
         ), named AS (
           INSERT INTO pathology_name (scope, key, pathology_id) SELECT $1, $3, id FROM own
         )
         INSERT INTO pathology_daily_count (country, day, pathology_id, cases)
         SELECT $1, $2, id, $5
         FROM (SELECT id FROM own UNION ALL SELECT pathology_id FROM pathology_name WHERE key = $3 AND scope IN ('*', $1)) p
         LIMIT 1`,
        [country, day, nameKey(name), name, cases],
      );
    }
  }

  /** Adds units of medications of the catalogue, sold on a day. */
  async addUnits(country: string, day: string, counts: CountsByName): Promise<void> {
    for (const [name, units] of Object.entries(counts)) {
      await this.app.database.query(
        `INSERT INTO medication_daily_units (country, day, medication_id, units)
         SELECT $1, $2, medication_id, $4 FROM medication_name WHERE scope = '*' AND key = $3`,
        [country, day, nameKey(name), units],
      );
    }
  }

  async clearCounts(): Promise<void> {
    await this.app.database.query('TRUNCATE pathology_daily_count, medication_daily_units');
  }

  /** Downloads with the session of a role and country, or anonymously without a role. */
  async get(path: string, role?: Role, country: string | null = 'KE'): Promise<Response> {
    const sent = this.send(path);
    return role === undefined ? sent : sent.set('Cookie', await this.app.session({ role, country }));
  }

  /** Downloads as the ministry of Kenya in the languages that a browser accepts. */
  async getIn(acceptLanguage: string, path: string): Promise<Response> {
    const cookie = await this.app.session({ role: 'ministry', country: 'KE' });
    return this.send(path).set({ Cookie: cookie, 'Accept-Language': acceptLanguage });
  }

  private send(path: string) {
    return request(this.app.server)
      .get(`/api/exports/${path}`)
      .buffer(true)
      .parse((response, done) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('end', () => {
          done(null, Buffer.concat(chunks));
        });
      });
  }
}

/** Returns a body's bytes. Throws if the status is not 200. */
export function readBytes(response: Response): Buffer {
  if (response.status !== 200) throw new Error(`${response.status}: ${readText(response)}`);
  return response.body as Buffer;
}

/** Returns the rows of a downloaded CSV file, the header first. */
export function readCsv(response: Response): string[][] {
  return z.array(z.array(z.string())).parse(parse(readBytes(response), { bom: true }));
}

/** Returns a body as text, for any status. */
export function readText(response: Response): string {
  return (response.body as Buffer).toString('utf8');
}
