import { z } from 'zod';
import type { Role } from '../../../platform/access/role';
import { nullable, text } from '../../../platform/database/parameter';
import { statement } from '../../../platform/database/statement';
import type { CountryScope } from '../../../shared/country';

export const UPSERT_ACCOUNT = statement({
  name: 'upsert_account',
  text: `
INSERT INTO account (issuer, subject, email, name, role, country)
VALUES ($issuer, $subject, $email, $name, $role, $country)
ON CONFLICT (issuer, subject) DO UPDATE
  SET email = excluded.email, name = excluded.name, role = excluded.role, country = excluded.country,
      last_login_at = now()
RETURNING id`,
  parameters: {
    issuer: text(),
    subject: text(),
    email: text(),
    name: text(),
    role: text<Role>(),
    country: nullable(text<CountryScope>()),
  },
  row: z.object({ id: z.string() }),
});

export const UPSERT_MACHINE_ACCOUNT = statement({
  name: 'upsert_machine_account',
  text: `
INSERT INTO account (issuer, subject, email, name, role, country)
VALUES ($issuer, $clientId, '', $clientId, 'user', NULL)
ON CONFLICT (issuer, subject) DO UPDATE SET last_login_at = now()
RETURNING id`,
  parameters: { issuer: text(), clientId: text() },
  row: z.object({ id: z.string() }),
});

/** People's accounts have a URL as issuer, so nobody can log in to an import account. */
export const CREATE_IMPORT_ACCOUNT = statement({
  name: 'create_import_account',
  text: `
INSERT INTO account (issuer, subject, email, name, role, country)
VALUES ('import', $key, '', $name, 'user', NULL)
ON CONFLICT (issuer, subject) DO NOTHING`,
  parameters: { key: text(), name: text() },
});

export const FIND_IMPORT_ACCOUNT = statement({
  name: 'find_import_account',
  text: `SELECT id, name FROM account WHERE issuer = 'import' AND subject = $key`,
  parameters: { key: text() },
  row: z.object({ id: z.string(), name: z.string() }),
});
