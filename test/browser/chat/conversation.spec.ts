import { completes, streams } from '../../support/model-server';
import { type ChatPage, START_REPLY_URL } from './chat-page';
import { ChatFixture } from './chat-fixture';
import type { ChatEnvironment } from './chat-environment';
import { until } from '../../support/until';
import type { BrowserSession } from '../browser-session';

const QUESTION = 'Why do my knees hurt in the morning?';
const PIECES = [
  'Stiff knees in the morning ',
  'have **many causes**.\n\n',
  '- rest\n- age\n\n',
  'See a doctor if it lasts.',
];
const REPLY = 'Stiff knees in the morning have many causes.restageSee a doctor if it lasts.';

/** Every place where a browser stores URLs. */
const STORED_URLS = `[location.href, document.title, ...performance.getEntriesByType('resource').map(({ name }) => name)].join(' ')`;

describe('the chat', () => {
  const fixture = new ChatFixture();
  let environment: ChatEnvironment, browserSession: BrowserSession, chat: ChatPage;

  beforeEach(async () => {
    ({ environment, browserSession, chat } = await fixture.openAnonymous(streams(PIECES)));
  });

  afterEach(() => {
    expect(browserSession.pageErrors).toEqual([]);
  });

  it('shows a reply while it is being written', async () => {
    const release = environment.model.hold(PIECES, 3);
    await chat.send(QUESTION);
    expect(await chat.questions.allInnerTexts()).toEqual([QUESTION]);
    await chat.waitForText('Stiff knees');
    const textSoFar = await chat.replyText();
    expect(await chat.replies.first().getAttribute('aria-busy')).toBe('true');
    expect(REPLY.startsWith(textSoFar)).toBe(true);
    expect(textSoFar).not.toContain('See a doctor');
    release();
    await chat.waitForReply();
    expect(await chat.replyText()).toBe(REPLY);
    expect(await chat.replies.first().getAttribute('aria-busy')).toBe('false');
    expect(environment.model.requests).toHaveLength(1);
  });

  it('renders paragraphs, lists and bold text, and shows HTML and links as plain text', async () => {
    expect(await chat.ask(QUESTION)).toBe(REPLY);
    const reply = chat.replies.first();
    expect(await reply.locator('strong').allInnerTexts()).toEqual(['many causes']);
    expect(await reply.locator('li').allInnerTexts()).toEqual(['rest', 'age']);
    const markup = '<img src=x onerror="alert(1)"> [click](javascript:alert(2)) <a href="/">here</a>';
    environment.model.behave(completes(markup));
    expect(await chat.ask('And now?')).toBe(markup);
    expect(await chat.replies.last().locator('.text :is(img, a)').count()).toBe(0);
  });

  it('continues its conversation, which no URL contains', async () => {
    await chat.ask(QUESTION);
    await chat.ask('And in the evening?');
    const modelMessages = environment.model.requests[1]?.body.messages.map(({ content }) => content) ?? [];
    expect(modelMessages).toEqual(expect.arrayContaining([QUESTION, 'And in the evening?']));
    const conversationId = await chat.storedConversation();
    expect(conversationId).toMatch(/^[\da-f-]{36}$/);
    const urls = await chat.page.evaluate<string>(STORED_URLS);
    expect(urls).not.toContain(conversationId);
    expect(urls).not.toMatch(/knees|evening/);
  });

  it('restores the conversation after a reload during a reply, and completes the reply', async () => {
    const release = await environment.receivePartialReply(chat, QUESTION, PIECES);
    await chat.page.reload();
    await chat.waitForText('Stiff knees');
    expect(await chat.replies.first().getAttribute('aria-busy')).toBe('true');
    release();
    await chat.waitForReply();
    expect(await chat.replyText()).toBe(REPLY);
    expect(await chat.questions.allInnerTexts()).toEqual([QUESTION]);
    expect(environment.model.requests).toHaveLength(1);
  });

  it('does not restore the conversation in another tab, nor after a new one is started', async () => {
    await chat.ask(QUESTION);
    const other = await browserSession.context.newPage();
    await other.goto('/chat');
    await other.locator('.welcome').waitFor();
    expect(await other.locator('.message').count()).toBe(0);
    await chat.startNewConversation();
    await chat.welcome.waitFor();
    expect(await chat.focusedElement()).toBe('message');
    await chat.page.reload();
    await chat.welcome.waitFor();
    expect(await chat.replies.count()).toBe(0);
  });

  it('shows when an anonymous conversation is deleted, and where to sign in', async () => {
    const notice = chat.page.locator('.notice');
    expect(await notice.innerText()).toContain('is deleted 30 days after the last message');
    const links = await chat.page.getByRole('link', { name: /^Sign in/ }).all();
    for (const link of links)
      expect(await link.getAttribute('href')).toBe('/api/oauth/login?returnTo=%2Fchat');
    expect(links.length).toBeGreaterThan(0);
  });

  it('stops and continues showing a reply on request', async () => {
    const release = await environment.receivePartialReply(chat, QUESTION, PIECES);
    await chat.button('Stop reading along').click();
    await chat.page.getByText('You stopped reading along.').waitFor();
    const stoppedText = await chat.replyText();
    release();
    await environment.waitForAllReplies();
    expect(await chat.replyText()).toBe(stoppedText);
    await chat.button('Read on').click();
    await chat.waitForReply();
    expect(await chat.replyText()).toBe(REPLY);
    expect(environment.model.requests).toHaveLength(1);
  });

  const readRatings = () =>
    environment.platform.database.query<{ rating: boolean; reason: string | null; comment: string | null }[]>(
      'SELECT rating, reason, comment FROM message_rating ORDER BY rated_at DESC LIMIT 1',
    );

  it('saves a rating with its reason and comment, shows it after a reload, and can change it', async () => {
    await chat.ask(QUESTION);
    const { page } = chat;
    const thumb = (name: string) => page.getByRole('button', { name });
    await thumb('Poor reply').click();
    await page.getByText('Your rating was kept.').first().waitFor();
    expect(await readRatings()).toEqual([{ rating: false, reason: null, comment: null }]);
    await page.getByLabel('Something is missing').check();
    await page.getByLabel('In your own words').fill('  It says nothing about gout. ');
    await page.getByRole('group', { name: 'Rate this reply' }).getByRole('button', { name: 'Send' }).click();
    await page.locator('.reasons').waitFor({ state: 'hidden' });
    expect(await readRatings()).toEqual([
      { rating: false, reason: 'incomplete', comment: 'It says nothing about gout.' },
    ]);
    expect(await chat.focusedElement()).toContain('thumb-down');
    await page.reload();
    await chat.waitForReply();
    expect(await thumb('Poor reply').getAttribute('aria-pressed')).toBe('true');
    await thumb('Poor reply').click();
    expect(await page.getByLabel('Something is missing').isChecked()).toBe(true);
    expect(await page.getByLabel('In your own words').inputValue()).toBe('It says nothing about gout.');
    await thumb('Good reply').click();
    await page.getByText('Your rating was kept.').first().waitFor();
    expect(await thumb('Good reply').getAttribute('aria-pressed')).toBe('true');
    expect(await thumb('Poor reply').getAttribute('aria-pressed')).toBe('false');
    expect(await readRatings()).toEqual([{ rating: true, reason: null, comment: null }]);
  });

  it('saves the last rating, also if the call before it is slow', async () => {
    await chat.ask(QUESTION);
    let openCalls = 0;
    let maxOpenCalls = 0;
    await chat.page.route(/chatbot\.rateResponse/, async (route) => {
      openCalls += 1;
      maxOpenCalls = Math.max(maxOpenCalls, openCalls);
      if (route.request().postData()?.includes('true')) await chat.page.waitForTimeout(1_000);
      await route.fulfill({ response: await route.fetch() });
      openCalls -= 1;
    });
    await chat.button('Good reply').click();
    await chat.button('Poor reply').click();
    await until('the last rating is saved', async () => (await readRatings())[0]?.rating === false);
    await until('no call is open', () => openCalls === 0);
    expect(maxOpenCalls).toBe(1);
    expect(await chat.button('Poor reply').getAttribute('aria-pressed')).toBe('true');
  });

  it('reports that a rating was not saved, and shows the previous one', async () => {
    await chat.ask(QUESTION);
    await browserSession.context.setOffline(true);
    await chat.button('Good reply').click();
    await chat.page.getByText('Your rating could not be kept.').first().waitFor();
    expect(await chat.button('Good reply').getAttribute('aria-pressed')).toBe('false');
    await browserSession.context.setOffline(false);
    browserSession.pageErrors.length = 0;
  });

  it('deletes an anonymous conversation after a confirmation', async () => {
    await chat.ask(QUESTION);
    const conversationId = await chat.storedConversation();
    const countMessages = async () => {
      const [row] = await environment.platform.database.query<{ count: string }[]>(
        'SELECT count(*) FROM message WHERE conversation_id = $1 AND conversation_id IN (SELECT id FROM conversation)',
        [conversationId],
      );
      return Number(row?.count);
    };
    expect(await countMessages()).toBe(2);
    await chat.button('Delete this conversation').click();
    const dialog = chat.page.getByRole('alertdialog', { name: 'Delete this conversation?' });
    await dialog.click({ position: { x: 6, y: 6 } });
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    expect(await chat.replies.count()).toBe(1);
    expect(await chat.focusedElement()).toBe('delete');
    await chat.button('Delete this conversation').click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await chat.welcome.waitFor();
    await chat.waitForAnnouncement('The conversation was deleted.');
    expect(await chat.storedConversation()).toBeNull();
    expect(await countMessages()).toBe(0);
  });

  it('shows the emergency banner at the top of the page while the reply is being written', async () => {
    const release = environment.model.hold(PIECES, 0);
    await chat.send('My husband has strong chest pain and cannot breathe');
    await chat.emergency.getByText('This may be an emergency').waitFor();
    expect(await chat.replies.first().getAttribute('aria-busy')).toBe('true');
    expect(await chat.emergency.getAttribute('role')).toBe('alert');
    const firstElementId = `document.querySelector('#app').firstElementChild.firstElementChild.id`;
    expect(await chat.page.evaluate<string>(firstElementId)).toBe('emergency');
    expect(await chat.replies.first().locator('.advice p').first().innerText()).toContain(
      'go to the nearest hospital at once',
    );
    const box = await chat.emergency.boundingBox();
    expect([box?.x, box?.y, box?.width]).toEqual([0, 0, 1280]);
    release();
    await chat.waitForReply();
    expect(await chat.replies.first().locator('.badge').innerText()).toBe('Emergency');
    await chat.emergency.getByRole('link', { name: 'What to do now' }).click();
    expect(await chat.focusedElement()).toContain('emergency');
    await chat.page.reload();
    await chat.emergency.getByText('This may be an emergency').waitFor();
    await chat.startNewConversation();
    expect(await chat.emergency.innerText()).toBe('');
  });

  it('links the emergency numbers of the country, but no other number', async () => {
    await chat.page.getByLabel('Country you are in').selectOption('KE');
    environment.model.behave(completes('Call 0700 000 000 within 30 minutes.'));
    await chat.ask('A dog bit my son and he is bleeding heavily');
    const links = chat.replies.first().locator('.text a');
    expect(await links.allInnerTexts()).toEqual(['1199', '999', '112']);
    expect(await links.first().getAttribute('href')).toBe('tel:1199');
    expect(await chat.replyText()).toContain('0700 000 000');
  });

  it('shows no emergency banner for other questions', async () => {
    await chat.ask(QUESTION);
    expect(await chat.emergency.innerText()).toBe('');
    expect(await chat.page.locator('.badge:visible').count()).toBe(0);
  });

  it('sends the selected country, and stores it', async () => {
    const { page } = chat;
    await page.getByLabel('Country you are in').selectOption({ label: 'Kenya' });
    expect(await page.locator('#country option').count()).toBe(55);
    await page.reload();
    expect(await page.getByLabel('Country you are in').inputValue()).toBe('KE');
    const [request] = await Promise.all([page.waitForRequest(START_REPLY_URL), chat.send(QUESTION)]);
    expect(request.postDataJSON()).toMatchObject({ json: { message: QUESTION, country: 'KE' } });
    await chat.waitForReply();
  });
});
