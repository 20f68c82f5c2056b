import { EarlierDatabase, describeSchema } from './fresh-database';

const ACCOUNT = '00000000-0000-7000-8000-000000000001';
const OTHER = '00000000-0000-7000-8000-000000000002';

/** A conversation of an account, an anonymous one, and one without messages. */
const OWNED = '00000000-0000-4000-8000-000000000011';
const ANONYMOUS = '00000000-0000-4000-8000-000000000012';
const EMPTY = '00000000-0000-4000-8000-000000000013';

const QUESTION = '00000000-0000-4000-8000-000000000021';
const PRAISED = '00000000-0000-4000-8000-000000000022';
const UNRATED = '00000000-0000-4000-8000-000000000023';
const BLAMED = '00000000-0000-4000-8000-000000000024';

/** Rows in the schema in which messages have no state, no language and no raters. */
const OLD_ROWS = [
  `INSERT INTO conversation (id, account_id, created_at) VALUES
     ('${OWNED}', '${ACCOUNT}', '2026-03-14T10:00:00Z'),
     ('${ANONYMOUS}', NULL, '2026-03-14T11:00:00Z'),
     ('${EMPTY}', NULL, '2026-03-14T12:00:00Z')`,
  `INSERT INTO message (conversation_id, id, role, content, source, model, rating, rated_at, created_at) VALUES
     ('${OWNED}', '${QUESTION}', 'user', 'I cough', NULL, NULL, NULL, NULL, '2026-03-14T10:00:01Z'),
     ('${OWNED}', '${PRAISED}', 'assistant', 'Drink', 'openai', 'm-1', true, '2026-03-15T10:00:00Z', '2026-03-14T10:00:02Z'),
     ('${OWNED}', '${UNRATED}', 'assistant', 'Rest', 'offline', 'a-1', NULL, NULL, '2026-03-16T10:00:02.123456Z'),
     ('${ANONYMOUS}', '${BLAMED}', 'assistant', 'Run', 'openai', 'm-1', false, '2026-03-17T10:00:00Z', '2026-03-14T11:00:02Z')`,
];

describe('the migration ExtendConversations', () => {
  const database = new EarlierDatabase('ExtendConversations1763900400000');
  let schemaBefore: string[];
  let messagesBefore: unknown;

  const messages = () => database.connection.query<unknown[]>('SELECT * FROM message ORDER BY id');

  beforeEach(async () => {
    schemaBefore = await describeSchema(database.connection);
    for (const statement of OLD_ROWS) await database.connection.query(statement);
    messagesBefore = await messages();
  });

  it('sets last_message_at to the time of the last message, or of the conversation if it has none', async () => {
    await database.migrate();
    const rows = await database.connection.query<{ used: Date }[]>(
      'SELECT last_message_at AS used FROM conversation ORDER BY id',
    );
    expect(rows.map(({ used }) => used.toISOString())).toEqual([
      '2026-03-16T10:00:02.123Z',
      '2026-03-14T11:00:02.000Z',
      '2026-03-14T12:00:00.000Z',
    ]);
  });

  it('makes every message complete, with its source and without a language', async () => {
    await database.migrate();
    const rows = await database.connection.query<unknown[]>(
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

  it('keeps the ratings, with the account or an unknown rater', async () => {
    await database.migrate();
    const praised = { conversation_id: OWNED, message_id: PRAISED, rater: ACCOUNT, rating: true };
    const blamed = { conversation_id: ANONYMOUS, message_id: BLAMED, rater: 'unknown', rating: false };
    const noText = { reason: null, comment: null };
    expect(await database.connection.query('SELECT * FROM message_rating ORDER BY message_id')).toEqual([
      { ...praised, ...noText, rated_at: new Date('2026-03-15T10:00:00Z') },
      { ...blamed, ...noText, rated_at: new Date('2026-03-17T10:00:00Z') },
    ]);
  });

  it('restores schema and messages if it is reverted', async () => {
    await database.migrate();
    await database.revert();
    expect(await describeSchema(database.connection)).toEqual(schemaBefore);
    expect(await messages()).toEqual(messagesBefore);
  });

  it('keeps the last of several ratings and drops incomplete replies if it is reverted', async () => {
    await database.migrate();
    await database.connection.query(
      `INSERT INTO message_rating (conversation_id, message_id, rater, rating, rated_at) VALUES
         ('${OWNED}', '${PRAISED}', '${OTHER}', false, '2026-03-20T10:00:00Z'),
         ('${OWNED}', '${PRAISED}', 'ab12', true, '2026-03-14T10:30:00Z')`,
    );
    await database.connection.query(
      `INSERT INTO message (conversation_id, id, role, content, state, writing_until)
       SELECT '${OWNED}', gen_random_uuid(), 'assistant', '', state, now() FROM (VALUES ('writing'), ('failed')) s (state)`,
    );
    await database.revert();
    expect(await database.connection.query('SELECT id, rating, rated_at FROM message ORDER BY id')).toEqual([
      { id: QUESTION, rating: null, rated_at: null },
      { id: PRAISED, rating: false, rated_at: new Date('2026-03-20T10:00:00Z') },
      { id: UNRATED, rating: null, rated_at: null },
      { id: BLAMED, rating: false, rated_at: new Date('2026-03-17T10:00:00Z') },
    ]);
    await database.migrate();
    const raters = await database.connection.query<unknown[]>(
      'SELECT rater, rating FROM message_rating ORDER BY message_id',
    );
    expect(raters).toEqual([
      { rater: ACCOUNT, rating: false },
      { rater: 'unknown', rating: false },
    ]);
  });
});
