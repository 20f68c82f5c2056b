import { z } from 'zod';
import { uuid } from '../../src/platform/database/parameter';
import { statement } from '../../src/platform/database/statement';

/** Returns no row if the account exists. */
export const CREATE_DEMO_ACCOUNT = statement({
  name: 'create_demo_account',
  text: `
INSERT INTO account (issuer, subject, email, name, role, country)
VALUES ('demo', 'synthetic-data', 'synthetic-data@example.org', 'Synthetic data', 'doctor', NULL)
ON CONFLICT (issuer, subject) DO NOTHING
RETURNING id`,
  row: z.object({ id: z.string() }),
});

export const DISABLE_TRIGGERS = statement({
  name: 'disable_triggers',
  text: `SET LOCAL session_replication_role = 'replica'`,
});

export const ENABLE_TRIGGERS = statement({
  name: 'enable_triggers',
  text: `SET LOCAL session_replication_role = 'origin'`,
});

export const SET_RECORDING_TIMES = statement({
  name: 'set_recording_times',
  text: `
UPDATE consultation SET recorded_at = least(now(), consulted_at + interval '1 hour')
WHERE recorded_by = $accountId`,
  parameters: { accountId: uuid() },
});
