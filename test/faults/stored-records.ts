import type { DataSource } from 'typeorm';
import { ALL_CASES, ALL_UNITS } from '../support/daily-counts';
import { groupBy } from '../../src/shared/groups';
import type { Ledger } from './ledger';

interface ConsultationRow {
  readonly id: string;
  readonly externalId: string | null;
  readonly patientId: string;
  readonly pathologyName: string;
  readonly consultedAt: Date;
  readonly reason: string | null;
}

/** Yields what is stored otherwise than the platform acknowledged it: lost, twice, or with another content. */
export async function* findDifferences(database: DataSource, ledger: Ledger): AsyncGenerator<string> {
  yield* compareConsultations(database, ledger);
  yield* compareSales(database, ledger);
  yield* compareMessages(database, ledger);
  yield* compareRatings(database, ledger);
  yield* compareSums(database, ledger);
}

async function* compareConsultations(database: DataSource, ledger: Ledger): AsyncGenerator<string> {
  const rows = await database.query<ConsultationRow[]>(`
    SELECT c.id, c.external_id AS "externalId", c.patient_id AS "patientId", p.name AS "pathologyName",
      c.consulted_at AS "consultedAt", v.reason
    FROM consultation c
    JOIN pathology p ON p.id = c.pathology_id
    LEFT JOIN consultation_void v ON v.country = c.country AND v.consultation_id = c.id`);
  const stored = groupBy(rows, ({ patientId }) => patientId);
  for (const consultation of ledger.consultations) {
    const { id, number, hasExternalId, patientId, pathologyName, consultationDate } = consultation;
    const expected = {
      id,
      externalId: hasExternalId ? number : null,
      patientId,
      pathologyName,
      consultedAt: consultationDate,
      reason: ledger.voids.get(id) ?? null,
    };
    yield* compare(`consultation ${number}`, stored.get(patientId), expected);
    stored.delete(patientId);
  }
  for (const patientId of stored.keys()) yield `a consultation of "${patientId}" was never acknowledged`;
}

async function* compareSales(database: DataSource, ledger: Ledger): AsyncGenerator<string> {
  const rows = await database.query<{ externalId: string }[]>(`
    SELECT k.external_id AS "externalId", m.name AS "medicationName", s.sold_at AS "soldAt", s.units
    FROM medication_sale s
    JOIN medication m ON m.id = s.medication_id
    LEFT JOIN medication_sale_claim k ON k.country = s.country AND k.medication_sale_id = s.id`);
  const stored = groupBy(rows, ({ externalId }) => externalId);
  for (const { externalId, medicationName, soldAt, units } of ledger.sales) {
    const expected = { externalId, medicationName, soldAt, units };
    yield* compare(`sale ${externalId}`, stored.get(externalId), expected);
    stored.delete(externalId);
  }
  for (const externalId of stored.keys()) yield `the sale "${externalId}" was never acknowledged`;
}

/** A question may also be in another conversation, if its process ended before the acknowledgement. */
async function* compareMessages(database: DataSource, ledger: Ledger): AsyncGenerator<string> {
  const rows = await database.query<{ messageId: string }[]>(`
    SELECT r.id AS "messageId", r.conversation_id AS "conversationId", q.content AS question, r.content AS response,
      r.state
    FROM message r
    JOIN LATERAL (
      SELECT content FROM message q
      WHERE q.conversation_id = r.conversation_id AND q.position < r.position AND q.role = 'user'
      ORDER BY q.position DESC LIMIT 1
    ) q ON true
    WHERE r.role = 'assistant'`);
  const stored = groupBy(rows, ({ messageId }) => messageId);
  const seen = new Set<string>();
  for (const message of ledger.messages) {
    if (seen.has(message.messageId)) yield `two messages were answered with ${message.messageId}`;
    seen.add(message.messageId);
    const expected = { ...message, state: 'completed' };
    yield* compare(`message "${message.question}"`, stored.get(message.messageId), expected);
  }
}

async function* compareRatings(database: DataSource, ledger: Ledger): AsyncGenerator<string> {
  const rows = await database.query<{ messageId: string }[]>(
    'SELECT message_id AS "messageId", rating FROM message_rating',
  );
  const stored = groupBy(rows, ({ messageId }) => messageId);
  for (const [messageId, rating] of ledger.ratings) {
    yield* compare(`rating of ${messageId}`, stored.get(messageId), { messageId, rating });
    stored.delete(messageId);
  }
  for (const messageId of stored.keys()) yield `the rating of ${messageId} was never acknowledged`;
}

async function* compareSums(database: DataSource, ledger: Ledger): AsyncGenerator<string> {
  const [sums] = await database.query<[{ cases: number; units: number }]>(`
    SELECT (SELECT coalesce(sum(cases), 0) FROM ${ALL_CASES} c)::integer AS cases,
      (SELECT coalesce(sum(units), 0) FROM ${ALL_UNITS} u)::integer AS units`);
  yield* compare('sums of all days', [sums], {
    cases: ledger.consultations.length - ledger.voids.size,
    units: ledger.sales.reduce((sum, { units }) => sum + units, 0),
  });
}

/** Counts questions that are stored more often than they were acknowledged. */
export async function countRepeatedQuestions(database: DataSource, ledger: Ledger): Promise<number> {
  const [row] = await database.query<[{ questions: number }]>(
    `SELECT count(*)::integer AS questions FROM message WHERE role = 'user'`,
  );
  return row.questions - ledger.messages.length;
}

function* compare(name: string, stored: readonly object[] = [], expected: object): Generator<string> {
  const [row] = stored;
  if (!row || stored.length !== 1) yield `${name} is stored ${stored.length} times`;
  else if (textOf(row) !== textOf(expected))
    yield `${name}: stored ${textOf(row)}, acknowledged ${textOf(expected)}`;
}

/** Independent of the order of fields. */
function textOf(value: object): string {
  return JSON.stringify(Object.entries(value).sort(([one], [other]) => one.localeCompare(other)));
}
