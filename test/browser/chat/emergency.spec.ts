import { ar as arabic } from '../../../web/chat/i18n/messages/ar';
import { fr as french } from '../../../web/chat/i18n/messages/fr';
import { completes } from '../../support/model-server';
import { type ChatPage, START_REPLY_URL } from './chat-page';
import { ChatFixture } from './chat-fixture';
import type { ChatEnvironment } from './chat-environment';
import { until } from '../../support/until';
import type { BrowserSession } from '../browser-session';

const EMERGENCY = 'My husband has strong chest pain and cannot breathe';
const ADVICE = 'go to the nearest hospital at once';
const PIECES = ['Keep him ', 'calm and ', 'sitting up.'];

describe('the chat in an emergency', () => {
  const fixture = new ChatFixture();
  let environment: ChatEnvironment, browserSession: BrowserSession, chat: ChatPage;

  beforeEach(async () => {
    ({ environment, browserSession, chat } = await fixture.openAnonymous(completes(PIECES.join(''))));
  });

  afterEach(() => {
    expect(browserSession.pageErrors).toEqual([]);
  });

  it('shows the advice after a reload if the rest of the reply has failed', async () => {
    await chat.page.getByLabel('Country you are in').selectOption('KE');
    await chat.ask(EMERGENCY);
    await environment.platform.database.query(
      `UPDATE message SET state = 'failed' WHERE role = 'assistant' AND conversation_id = $1`,
      [await chat.storedConversation()],
    );
    await chat.page.reload();
    await chat.page.getByText('The reply could not be written.').first().waitFor();
    expect(await chat.replyText()).toContain(ADVICE);
    expect(await chat.replies.first().locator('.badge').innerText()).toBe('Emergency');
    expect(await chat.replies.first().locator('.advice a').first().getAttribute('href')).toBe('tel:1199');
    await chat.emergency.getByText('This may be an emergency').waitFor();
    await chat.emergency.getByRole('link', { name: 'What to do now' }).click();
    expect(await chat.focusedElement()).toContain('emergency');
  });

  it('announces the advice before the model has finished, and then the rest', async () => {
    const release = environment.model.hold(PIECES, 0);
    await chat.recordAnnouncements();
    await chat.send(EMERGENCY);
    await until('the advice is announced', async () => (await chat.announcements()).join().includes(ADVICE));
    expect(await chat.replies.first().getAttribute('aria-busy')).toBe('true');
    release();
    await chat.waitForReply();
    const [advice, rest, ...more] = await chat.announcements();
    expect(advice).toContain('Call');
    expect(advice).not.toContain('Keep him calm');
    expect(rest).toBe(`The assistant replied: ${PIECES.join('')}`);
    expect(more).toEqual([]);
  });

  it('alerts once, and keeps the focus when the reply is complete', async () => {
    const release = environment.model.hold(PIECES, 0);
    await chat.page.evaluate(`(() => {
      window.alertCount = 0;
      new MutationObserver(() => { window.alertCount += 1; })
        .observe(document.querySelector('#emergency'), { childList: true });
    })()`);
    await chat.send(EMERGENCY);
    const link = chat.emergency.getByRole('link', { name: 'What to do now' });
    await link.focus();
    release();
    await chat.waitForReply();
    expect(await chat.page.evaluate<number>('window.alertCount')).toBe(1);
    expect(await chat.page.evaluate<string>('document.activeElement.textContent')).toBe('What to do now');
  });

  it.each([
    ['fr', 'mon mari a très mal à la poitrine et il ne peut plus respirer', french],
    ['ar', 'زوجي عنده ألم شديد في الصدر ولا يستطيع التنفس', arabic],
  ])('is in the language of the reply, also on an English page: %s', async (locale, message, texts) => {
    const release = environment.model.hold(PIECES, 0);
    await chat.send(message);
    const card = chat.replies.first();
    await card.getByLabel(texts['emergency.country']).waitFor();
    expect(await card.locator('.badge').innerText()).toBe(texts['message.emergency']);
    expect(await chat.emergency.locator('p').getAttribute('lang')).toBe(locale);
    await chat.emergency.getByText(texts['emergency.title']).waitFor();
    release();
    await chat.waitForReply();
    await chat.page.reload();
    await chat.emergency.getByText(texts['emergency.title']).waitFor();
    await card.getByLabel(texts['emergency.country']).waitFor();
  });

  it('shows the numbers if the conversation of the message is gone, until the message is delivered', async () => {
    await chat.ask('How long does the flu last?');
    await environment.platform.database.query('DELETE FROM conversation WHERE id = $1', [
      await chat.storedConversation(),
    ]);
    await chat.send(EMERGENCY);
    const notice = chat.page.locator('.log > .problem');
    await notice.getByText('That conversation is no longer there.').waitFor();
    const advice = chat.page.locator('.log > .advice');
    expect(await advice.innerText()).toContain(ADVICE);
    expect(await notice.innerText()).not.toContain('In an emergency do not wait');
    expect(await chat.field.inputValue()).toBe(EMERGENCY);
    const numbers = advice.locator('.calls');
    await numbers.getByLabel('Which country are you in?').selectOption('UG');
    expect(await numbers.getByRole('link').allInnerTexts()).toEqual(['999', '112']);
    await chat.page.locator('#send').click();
    await chat.waitForReply();
    expect(await chat.replyText()).toContain(ADVICE);
    expect(await notice.count()).toBe(0);
    expect(await advice.count()).toBe(0);
    // Chromium reports the response 404.
    browserSession.pageErrors.length = 0;
  });

  /** Has the platform refuse the next message for its country. */
  const sendRefused = async (message: string) => {
    await chat.page.route(
      START_REPLY_URL,
      (route) =>
        route.continue({
          postData: route.request().postData()?.replace('"message"', '"country":"?","message"') ?? '',
        }),
      { times: 1 },
    );
    await chat.send(message);
    await chat.page.getByText('The message could not be sent').first().waitFor();
    // Chromium reports the response 400.
    browserSession.pageErrors.length = 0;
  };

  it('shows the advice of a message that was refused, until it is delivered', async () => {
    await chat.recordAnnouncements();
    await sendRefused(EMERGENCY);
    const question = chat.page.locator('.question').first();
    const advice = question.locator('.advice');
    expect(await advice.innerText()).toContain(ADVICE);
    await advice.getByLabel('Which country are you in?').selectOption('UG');
    expect(await advice.getByRole('link').allInnerTexts()).toEqual(['999', '112']);
    expect((await chat.announcements()).join()).toContain(ADVICE);
    await question.getByRole('button', { name: 'Try again' }).click();
    await chat.waitForReply();
    expect(await advice.count()).toBe(0);
  });

  it('shows the numbers alone of a message that was refused and is no emergency', async () => {
    await sendRefused('How long does the flu last?');
    expect(await chat.page.locator('.question .advice').count()).toBe(0);
    expect(await chat.page.locator('.question .calls').count()).toBe(1);
  });

  it('offers a country field if no country is known, and shows its numbers without a request', async () => {
    await chat.ask(EMERGENCY);
    const card = chat.replies.first();
    const countryField = card.getByLabel('Which country are you in?');
    expect(await card.locator('a[href^="tel:"]').count()).toBe(0);
    expect(await card.locator('.advice > :nth-child(2)').getAttribute('class')).toBe('calls');
    const requests: string[] = [];
    chat.page.on('request', (request) => requests.push(request.url()));
    await countryField.selectOption({ label: 'Kenya' });
    const links = card.locator('.advice a');
    expect(await links.allInnerTexts()).toEqual(['1199', '999', '112']);
    expect(await links.first().getAttribute('href')).toBe('tel:1199');
    await chat.waitForAnnouncement('Numbers to call in Kenya: 1199 999 112');
    expect(requests).toEqual([]);
    expect(await chat.page.locator('#country').inputValue()).toBe('KE');
    await countryField.selectOption({ label: 'Sudan' });
    expect(await links.count()).toBe(0);
    await card.getByText('No ambulance number is known here for Sudan.').waitFor();
    await chat.page.locator('#country').selectOption('NG');
    expect(await links.allInnerTexts()).toEqual(['112']);
    await chat.page.reload();
    await chat.waitForReply();
    expect(await links.allInnerTexts()).toEqual(['112']);
    await chat.ask(EMERGENCY);
    expect(await chat.replies.last().locator('.advice a').allInnerTexts()).toEqual(['112']);
    expect(await chat.replies.last().locator('.calls').count()).toBe(0);
  });

  it('shows the numbers of the country that the browser is in, which can be changed in place', async () => {
    const user = await fixture.openUser({
      locale: 'en-KE',
      timezoneId: 'Africa/Nairobi',
      viewport: { width: 360, height: 640 },
    });
    expect(await user.chat.page.locator('#country').inputValue()).toBe('KE');
    await user.chat.ask(EMERGENCY);
    const card = user.chat.replies.first();
    const countryField = card.getByLabel('Which country are you in?');
    expect(await countryField.inputValue()).toBe('KE');
    const links = card.locator('.advice a');
    expect(await links.allInnerTexts()).toEqual(['1199', '999', '112']);
    await countryField.selectOption({ label: 'Uganda' });
    expect(await links.allInnerTexts()).toEqual(['999', '112']);
    await user.chat.page.reload();
    expect(await user.chat.page.locator('#country').inputValue()).toBe('UG');
  });

  it('shows the country field and the numbers on a small telephone without scrolling', async () => {
    await chat.page.setViewportSize({ width: 360, height: 640 });
    await chat.ask(EMERGENCY);
    const card = chat.replies.first();
    const composerTop = async () => (await chat.page.locator('.composer').boundingBox())?.y ?? 0;
    const isVisible = async (selector: string) => {
      const box = await card.locator(selector).first().boundingBox();
      return (box?.y ?? 0) + (box?.height ?? Infinity) <= (await composerTop());
    };
    expect(await isVisible('.calls select')).toBe(true);
    await card.locator('.calls select').selectOption('KE');
    expect(await isVisible('.calls a')).toBe(true);
  });

  it('shows no police number for self-harm', async () => {
    await chat.ask('I want to kill myself');
    const card = chat.replies.first();
    await card.getByLabel('Which country are you in?').selectOption({ label: 'Uganda' });
    expect(await card.locator('a[href^="tel:"]').count()).toBe(0);
    await card.getByLabel('Which country are you in?').selectOption({ label: 'Kenya' });
    expect(await card.locator('.calls a').allInnerTexts()).toEqual(['1199', '0722 178 177']);
  });

  it('offers the country field if the connection is lost before the advice arrives', async () => {
    await chat.page.route(/chatbot\.reply\?/, (route) => route.abort());
    await chat.send(EMERGENCY);
    const card = chat.replies.first();
    await card.getByLabel('Which country are you in?').selectOption({ label: 'Kenya' });
    expect(await card.locator('.calls a').allInnerTexts()).toContain('1199');
    browserSession.pageErrors.length = 0;
  });

  it('links to the latest emergency after earlier messages are shown', async () => {
    const id = await insertConversation(environment);
    await chat.page.evaluate(`sessionStorage.setItem('chat:conversation', '${id}')`);
    await chat.page.reload();
    await chat.button('Show earlier messages').click();
    await until('all messages are shown', async () => (await chat.questions.count()) === 15);
    expect(await chat.page.locator('.badge:visible').count()).toBe(2);
    await chat.emergency.getByRole('link', { name: 'What to do now' }).click();
    expect(await chat.page.evaluate<string>('document.activeElement.textContent')).toContain('Advice 15');
  });
});

/** Inserts an anonymous conversation of two pages, with an emergency in its first and its last reply. */
async function insertConversation({ platform }: ChatEnvironment): Promise<string> {
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
