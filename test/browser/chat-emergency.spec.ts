import { completes } from '../support/model-server';
import type { ChatPage } from './chat-page';
import { ChatScenario } from './chat-scenario';
import type { ChatStage } from './chat-stage';
import { until } from '../support/until';
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
    const goOn = stage.model.hold(PIECES, 0);
    await chat.listen();
    await chat.send(DANGER);
    await until('the advice is heard', async () => (await chat.heard()).join().includes(ADVICE));
    expect(await chat.replies.first().getAttribute('aria-busy')).toBe('true');
    goOn();
    await chat.complete();
    const [advice, rest, ...more] = await chat.heard();
    expect(advice).toContain('call');
    expect(advice).not.toContain('Keep him calm');
    expect(rest).toBe(`The assistant replied: ${PIECES.join('')}`);
    expect(more).toEqual([]);
  });

  it('says once that there may be one, and leaves the keyboard where it is when the reply is complete', async () => {
    const goOn = stage.model.hold(PIECES, 0);
    await chat.page.evaluate(`(() => {
      window.alerts = 0;
      new MutationObserver(() => { window.alerts += 1; })
        .observe(document.querySelector('#emergency'), { childList: true });
    })()`);
    await chat.send(DANGER);
    const link = chat.emergency.getByRole('link', { name: 'What to do now' });
    await link.focus();
    goOn();
    await chat.complete();
    expect(await chat.page.evaluate<number>('window.alerts')).toBe(1);
    expect(await chat.page.evaluate<string>('document.activeElement.textContent')).toBe('What to do now');
  });

  it('offers the countries where none is known, and shows the numbers of the one that is chosen, without asking again', async () => {
    await chat.ask(DANGER);
    const card = chat.replies.first();
    const choice = card.getByLabel('Which country are you in?');
    expect(await card.locator('a[href^="tel:"]').count()).toBe(0);
    expect(await card.locator('.advice > :nth-child(2)').getAttribute('class')).toBe('calls');
    const asked: string[] = [];
    chat.page.on('request', (request) => asked.push(request.url()));
    await choice.selectOption({ label: 'Kenya' });
    const links = card.locator('.advice a');
    expect(await links.allInnerTexts()).toEqual(['1199', '999', '112']);
    expect(await links.first().getAttribute('href')).toBe('tel:1199');
    expect(await chat.announced.textContent()).toBe('Numbers to call in Kenya: 1199 999 112');
    expect(asked).toEqual([]);
    expect(await chat.page.locator('#country').inputValue()).toBe('KE');
    await choice.selectOption({ label: 'Angola' });
    expect(await links.count()).toBe(0);
    await card.getByText('No ambulance number is known here for Angola.').waitFor();
    await chat.page.locator('#country').selectOption('NG');
    expect(await links.allInnerTexts()).toEqual(['112']);
    await chat.page.reload();
    await chat.complete();
    expect(await links.allInnerTexts()).toEqual(['112']);
    await chat.ask(DANGER);
    expect(await chat.replies.last().locator('.advice a').allInnerTexts()).toEqual(['112']);
    expect(await chat.replies.last().locator('.calls').count()).toBe(0);
  });

  it('has the choice and the numbers in sight on a small telephone, without scrolling', async () => {
    await chat.page.setViewportSize({ width: 360, height: 640 });
    await chat.ask(DANGER);
    const card = chat.replies.first();
    const end = async () => (await chat.page.locator('.composer').boundingBox())?.y ?? 0;
    const isAbove = async (part: string) => {
      const box = await card.locator(part).first().boundingBox();
      return (box?.y ?? 0) + (box?.height ?? Infinity) <= (await end());
    };
    expect(await isAbove('.calls select')).toBe(true);
    await card.locator('.calls select').selectOption('KE');
    expect(await isAbove('.calls a')).toBe(true);
  });

  it('shows whoever thinks of suicide no number of the police', async () => {
    await chat.ask('I want to kill myself');
    const card = chat.replies.first();
    await card.getByLabel('Which country are you in?').selectOption({ label: 'Nigeria' });
    expect(await card.locator('a[href^="tel:"]').count()).toBe(0);
    await card.getByLabel('Which country are you in?').selectOption({ label: 'Kenya' });
    expect(await card.locator('.calls a').allInnerTexts()).toEqual(['1199', '0722 178 177']);
  });

  it('offers the countries also where the connection is lost before there is a text', async () => {
    await chat.page.route(/chatbot\.reply\?/, (route) => route.abort());
    await chat.send(DANGER);
    const card = chat.replies.first();
    await card.getByLabel('Which country are you in?').selectOption({ label: 'Kenya' });
    expect(await card.locator('.calls a').allInnerTexts()).toContain('1199');
    visitor.complaints.length = 0;
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
