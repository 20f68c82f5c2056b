import { parse } from 'csv-parse/sync';
import request, { type Response } from 'supertest';
import { z } from 'zod';
import type { Role } from '../../../src/platform/access/role';
import { nameKey } from '../../../src/shared/name-key';
import { type Platform, startPlatform } from '../../support/platform';

/** Numbers by name. */
type Numbers = Readonly<Record<string, number>>;

/** The platform with counts of any size, and downloads. */
export class ExportPlatform {
  private constructor(readonly platform: Platform) {}

  static async start(settings: Readonly<Record<string, string>> = {}): Promise<ExportPlatform> {
    return new ExportPlatform(await startPlatform(settings));
  }

  /** Counts cases of a day, as so many records would. */
  async cases(country: string, day: string, numbers: Numbers): Promise<void> {
    for (const [name, cases] of Object.entries(numbers)) {
      await this.platform.database.query(
        `WITH own AS (
           INSERT INTO pathology (scope, key, name)
           SELECT $1, $3, $4 WHERE NOT EXISTS (SELECT FROM pathology_name WHERE key = $3 AND scope IN ('*', $1))
           RETURNING id
         ), named AS (
           INSERT INTO pathology_name (scope, key, pathology_id) SELECT $1, $3, id FROM own
         )
         INSERT INTO pathology_daily_count (country, day, pathology_id, slot, cases)
         SELECT $1, $2, id, 0, $5
         FROM (SELECT id FROM own UNION ALL SELECT pathology_id FROM pathology_name WHERE key = $3 AND scope IN ('*', $1)) p
         LIMIT 1`,
        [country, day, nameKey(name), name, cases],
      );
    }
  }

  /** Counts units of a day of medications of the catalogue. */
  async units(country: string, day: string, numbers: Numbers): Promise<void> {
    for (const [name, units] of Object.entries(numbers)) {
      await this.platform.database.query(
        `INSERT INTO medication_daily_units (country, day, medication_id, units)
         SELECT $1, $2, medication_id, $4 FROM medication_name WHERE scope = '*' AND key = $3`,
        [country, day, nameKey(name), units],
      );
    }
  }

  async clear(): Promise<void> {
    await this.platform.database.query('TRUNCATE pathology_daily_count, medication_daily_units');
  }

  /** Downloads as an account of a role and country; as nobody where no role is given. */
  async get(path: string, role?: Role, country: string | null = 'KE'): Promise<Response> {
    const get = request(this.platform.server)
      .get(`/api/exports/${path}`)
      .buffer(true)
      .parse((response, done) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          done(null, Buffer.concat(parts));
        });
      });
    return role === undefined ? get : get.set('Cookie', await this.platform.session({ role, country }));
  }

  close(): Promise<void> {
    return this.platform.close();
  }
}

/** The bytes of a download that succeeded. */
export function bytesOf(response: Response): Buffer {
  if (response.status !== 200) throw new Error(`${response.status}: ${textOf(response)}`);
  return response.body as Buffer;
}

/** The lines of a CSV file that was downloaded, its header first. */
export function linesOf(response: Response): string[][] {
  return z.array(z.array(z.string())).parse(parse(bytesOf(response), { bom: true }));
}

/** A body as text, whatever the status. */
export function textOf(response: Response): string {
  return (response.body as Buffer).toString('utf8');
}
