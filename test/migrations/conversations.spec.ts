import type { DataSource } from 'typeorm';
import { outstandingMigrations, runMigrations } from '../../src/platform/database/migrations';
import { FreshDatabase, schemaDefinition } from './fresh-database';

const ACCOUNT = '00000000-0000-7000-8000-000000000001';
const OTHER = '00000000-0000-7000-8000-000000000002';

/** An account's, a stranger's, and one in which nothing was said. */
const OWNED = '00000000-0000-4000-8000-000000000011';
const SHARED = '00000000-0000-4000-8000-000000000012';
const EMPTY = '00000000-0000-4000-8000-000000000013';

const QUESTION = '00000000-0000-4000-8000-000000000021';
const PRAISED = '00000000-0000-4000-8000-000000000022';
const UNRATED = '00000000-0000-4000-8000-000000000023';
const BLAMED = '00000000-0000-4000-8000-000000000024';

/** Conversations as they were kept before replies had a state, a language and raters. */
const BEFORE = [
  `INSERT INTO conversation (id, account_id, created_at) VALUES
     ('${OWNED}', '${ACCOUNT}', '2026-03-14T10:00:00Z'),
     ('${SHARED}', NULL, '2026-03-14T11:00:00Z'),
     ('${EMPTY}', NULL, '2026-03-14T12:00:00Z')`,
  `INSERT INTO message (conversation_id, id, role, content, source, model, rating, rated_at, created_at) VALUES
     ('${OWNED}', '${QUESTION}', 'user', 'I cough', NULL, NULL, NULL, NULL, '2026-03-14T10:00:01Z'),
     ('${OWNED}', '${PRAISED}', 'assistant', 'Drink', 'openai', 'm-1', true, '2026-03-15T10:00:00Z', '2026-03-14T10:00:02Z'),
     ('${OWNED}', '${UNRATED}', 'assistant', 'Rest', 'offline', 'a-1', NULL, NULL, '2026-03-16T10:00:02.123456Z'),
     ('${SHARED}', '${BLAMED}', 'assistant', 'Run', 'openai', 'm-1', false, '2026-03-17T10:00:00Z', '2026-03-14T11:00:02Z')`,
];

describe('conversations that were kept before replies had a state and several raters', () => {
  let database: FreshDatabase;
  let connection: DataSource;
  let schemaBefore: string[];
  let messagesBefore: unknown;

  const messages = () => connection.query<unknown[]>('SELECT * FROM message ORDER BY id');

  beforeEach(async () => {
    database = await FreshDatabase.create();
    connection = await database.connect();
    await runMigrations(connection);
    await undo();
    schemaBefore = await schemaDefinition(connection);
    for (const statement of BEFORE) await connection.query(statement);
    messagesBefore = await messages();
  });

  afterEach(async () => {
    await database.drop();
  });

  async function undo(): Promise<void> {
    while (!(await outstandingMigrations(connection)).includes('ExtendConversations1763900400000'))
      await connection.undoLastMigration();
  }

  it('were last used when something was said last, else when they were begun', async () => {
    await runMigrations(connection);
    const rows = await connection.query<{ used: Date }[]>(
      'SELECT last_message_at AS used FROM conversation ORDER BY id',
    );
    expect(rows.map(({ used }) => used.toISOString())).toEqual([
      '2026-03-16T10:00:02.123Z',
      '2026-03-14T11:00:02.000Z',
      '2026-03-14T12:00:00.000Z',
    ]);
  });

  it('have complete replies, by a model or by the offline assistant, in a language that is not known', async () => {
    await runMigrations(connection);
    const rows = await connection.query<unknown[]>(
      'SELECT id, state, writing_until, urgency, source, model, prompt_version, language FROM message ORDER BY id',
    );
    const complete = { state: 'completed', writing_until: null, prompt_version: null, language: null };
    expect(rows).toEqual([
      { id: QUESTION, ...complete, urgency: null, source: null, model: null },
      { id: PRAISED, ...complete, urgency: 'none', source: 'model', model: 'm-1' },
      { id: UNRATED, ...complete, urgency: 'none', source: 'offline', model: 'a-1' },
      { id: BLAMED, ...complete, urgency: 'none', source: 'model', model: 'm-1' },
    ]);
  });

  it('keep their ratings, by the account or by somebody who is not known', async () => {
    await runMigrations(connection);
    const kept = { reason: null, comment: null };
    expect(await connection.query('SELECT * FROM message_rating ORDER BY message_id')).toEqual([
      {
        conversation_id: OWNED,
        message_id: PRAISED,
        rater: ACCOUNT,
        rating: true,
        ...kept,
        rated_at: new Date('2026-03-15T10:00:00Z'),
      },
      {
        conversation_id: SHARED,
        message_id: BLAMED,
        rater: 'unknown',
        rating: false,
        ...kept,
        rated_at: new Date('2026-03-17T10:00:00Z'),
      },
    ]);
  });

  it('are as before when it is undone', async () => {
    await runMigrations(connection);
    await undo();
    expect(await schemaDefinition(connection)).toEqual(schemaBefore);
    expect(await messages()).toEqual(messagesBefore);
  });

  it('keep the last of several ratings when it is undone, and no reply that is not complete', async () => {
    await runMigrations(connection);
    await connection.query(
      `INSERT INTO message_rating (conversation_id, message_id, rater, rating, rated_at) VALUES
         ('${OWNED}', '${PRAISED}', '${OTHER}', false, '2026-03-20T10:00:00Z'),
         ('${OWNED}', '${PRAISED}', 'ab12', true, '2026-03-14T10:30:00Z')`,
    );
    await connection.query(
      `INSERT INTO message (conversation_id, id, role, content, state, writing_until)
       SELECT '${OWNED}', gen_random_uuid(), 'assistant', '', state, now() FROM (VALUES ('writing'), ('failed')) s (state)`,
    );
    await undo();
    expect(await connection.query('SELECT id, rating, rated_at FROM message ORDER BY id')).toEqual([
      { id: QUESTION, rating: null, rated_at: null },
      { id: PRAISED, rating: false, rated_at: new Date('2026-03-20T10:00:00Z') },
      { id: UNRATED, rating: null, rated_at: null },
      { id: BLAMED, rating: false, rated_at: new Date('2026-03-17T10:00:00Z') },
    ]);
    await runMigrations(connection);
    const raters = await connection.query<unknown[]>(
      'SELECT rater, rating FROM message_rating ORDER BY message_id',
    );
    expect(raters).toEqual([
      { rater: ACCOUNT, rating: false },
      { rater: 'unknown', rating: false },
    ]);
  });
});
