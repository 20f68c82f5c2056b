import { completes, streams } from '../support/model-server';
import type { ChatPage } from './chat-page';
import { ChatScenario } from './chat-scenario';
import type { ChatStage } from './chat-stage';
import { until } from './until';
import type { Visitor } from './visitor';

const DANGER = 'My husband has strong chest pain and cannot breathe';
const ADVICE = 'Go to the nearest hospital now';
const PIECES = ['Keep him ', 'calm and ', 'sitting up.'];

describe('where there may be an emergency, the chat', () => {
  const scenario = new ChatScenario();
  let stage: ChatStage, visitor: Visitor, chat: ChatPage;

  beforeEach(async () => {
    ({ stage, visitor, chat } = await scenario.stranger(completes(PIECES.join(''))));
  });

  afterEach(() => {
    expect(visitor.complaints).toEqual([]);
  });

  it('shows what to do now again though the reply failed after it', async () => {
    await chat.page.getByLabel('Country you are in').selectOption('KE');
    await chat.ask(DANGER);
    await stage.platform.database.query(
      `UPDATE message SET state = 'failed' WHERE role = 'assistant' AND conversation_id = $1`,
      [await chat.keptConversation()],
    );
    await chat.page.reload();
    await chat.page.getByText('The reply could not be written.').first().waitFor();
    expect(await chat.text()).toContain(ADVICE);
    expect(await chat.replies.first().locator('.badge').innerText()).toBe('Emergency');
    expect(await chat.replies.first().locator('.advice a').first().getAttribute('href')).toBe('tel:1199');
    await chat.emergency.getByText('This may be an emergency').waitFor();
    await chat.emergency.getByRole('link', { name: 'What to do now' }).click();
    expect(await chat.focused()).toContain('emergency');
  });

  it('tells who hears the page whom to call before the model has finished, and the rest after it', async () => {
    stage.model.behave(streams(PIECES, { first: 1_500, between: 100 }));
    await chat.listen();
    await chat.send(DANGER);
    await until('the advice is heard', async () => (await chat.heard()).join().includes(ADVICE));
    expect(await chat.replies.first().getAttribute('aria-busy')).toBe('true');
    await chat.complete();
    const [advice, rest, ...more] = await chat.heard();
    expect(advice).toContain('call');
    expect(advice).not.toContain('Keep him calm');
    expect(rest).toBe(`The assistant replied: ${PIECES.join('')}`);
    expect(more).toEqual([]);
  });

  it('says once that there may be one, and leaves the keyboard where it is when the reply is complete', async () => {
    stage.model.behave(streams(PIECES, { first: 1_500, between: 100 }));
    await chat.page.evaluate(`(() => {
      window.alerts = 0;
      new MutationObserver(() => { window.alerts += 1; })
        .observe(document.querySelector('#emergency'), { childList: true });
    })()`);
    await chat.send(DANGER);
    const link = chat.emergency.getByRole('link', { name: 'What to do now' });
    await link.focus();
    await chat.complete();
    expect(await chat.page.evaluate<number>('window.alerts')).toBe(1);
    expect(await chat.page.evaluate<string>('document.activeElement.textContent')).toBe('What to do now');
  });

  it('leads to the last one, also after earlier messages were shown', async () => {
    const id = await conversationOf(stage);
    await chat.page.evaluate(`sessionStorage.setItem('chat:conversation', '${id}')`);
    await chat.page.reload();
    await chat.page.getByRole('button', { name: 'Show earlier messages' }).click();
    await until('all are shown', async () => (await chat.questions.count()) === 15);
    expect(await chat.page.locator('.badge:visible').count()).toBe(2);
    await chat.emergency.getByRole('link', { name: 'What to do now' }).click();
    expect(await chat.page.evaluate<string>('document.activeElement.textContent')).toContain('Advice 15');
  });
});

/** A stranger's conversation of two pages, with an emergency at its beginning and one at its end. */
async function conversationOf({ platform }: ChatStage): Promise<string> {
  const [row] = await platform.database.query<{ id: string }[]>(
    `INSERT INTO conversation (id, last_message_at) VALUES (gen_random_uuid(), now()) RETURNING id`,
  );
  const id = row?.id ?? '';
  await platform.database.query(
    `INSERT INTO message (conversation_id, id, role, content, urgency, source)
     SELECT $1, gen_random_uuid(), role, word || ' ' || n,
       CASE WHEN role = 'user' THEN NULL WHEN n IN (1, 15) THEN 'emergency' ELSE 'none' END,
       CASE WHEN role = 'user' THEN NULL ELSE 'model' END
     FROM generate_series(1, 15) n, (VALUES ('user', 'Question', 1), ('assistant', 'Advice', 2)) AS said (role, word, place)
     ORDER BY n, place`,
    [id],
  );
  return id;
}
