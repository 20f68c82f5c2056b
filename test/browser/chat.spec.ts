import { completes, streams } from '../support/model-server';
import type { ChatPage } from './chat-page';
import { ChatScenario } from './chat-scenario';
import type { ChatStage } from './chat-stage';
import { until } from '../support/until';
import type { Visitor } from './visitor';

const QUESTION = 'Why do my knees hurt in the morning?';
const PIECES = [
  'Stiff knees in the morning ',
  'have **many causes**.\n\n',
  '- rest\n- age\n\n',
  'See a doctor if it lasts.',
];
const READ = 'Stiff knees in the morning have many causes.restageSee a doctor if it lasts.';

/** What a browser remembers of where it was. */
const ADDRESSES = `[location.href, document.title, ...performance.getEntriesByType('resource').map(({ name }) => name)].join(' ')`;

describe('the chat', () => {
  const scenario = new ChatScenario();
  let stage: ChatStage, visitor: Visitor, chat: ChatPage;

  beforeEach(async () => {
    ({ stage, visitor, chat } = await scenario.stranger(streams(PIECES)));
  });

  afterEach(() => {
    expect(visitor.complaints).toEqual([]);
  });

  it('answers a question, the text growing as it is written', async () => {
    const goOn = stage.model.hold(PIECES, 3);
    await chat.send(QUESTION);
    expect(await chat.questions.allInnerTexts()).toEqual([QUESTION]);
    await chat.reads('Stiff knees');
    const early = await chat.text();
    expect(await chat.replies.first().getAttribute('aria-busy')).toBe('true');
    expect(READ.startsWith(early)).toBe(true);
    expect(early).not.toContain('See a doctor');
    goOn();
    await chat.complete();
    expect(await chat.text()).toBe(READ);
    expect(await chat.replies.first().getAttribute('aria-busy')).toBe('false');
    expect(stage.model.requests).toHaveLength(1);
  });

  it('shows paragraphs, lists and bold words, and nothing of a reply as markup', async () => {
    expect(await chat.ask(QUESTION)).toBe(READ);
    const reply = chat.replies.first();
    expect(await reply.locator('strong').allInnerTexts()).toEqual(['many causes']);
    expect(await reply.locator('li').allInnerTexts()).toEqual(['rest', 'age']);
    const markup = '<img src=x onerror="alert(1)"> [click](javascript:alert(2)) <a href="/">here</a>';
    stage.model.behave(completes(markup));
    expect(await chat.ask('And now?')).toBe(markup);
    expect(await chat.replies.last().locator('.text :is(img, a)').count()).toBe(0);
  });

  it('goes on in the conversation that it began, of which nothing is in an address', async () => {
    await chat.ask(QUESTION);
    await chat.ask('And in the evening?');
    const asked = stage.model.requests[1]?.body.messages.map(({ content }) => content) ?? [];
    expect(asked).toEqual(expect.arrayContaining([QUESTION, 'And in the evening?']));
    const kept = await chat.keptConversation();
    expect(kept).toMatch(/^[\da-f-]{36}$/);
    const addresses = await chat.page.evaluate<string>(ADDRESSES);
    expect(addresses).not.toContain(kept);
    expect(addresses).not.toMatch(/knees|evening/);
  });

  it('finds the conversation again when it is loaded anew in the middle of a reply, and reads it to its end', async () => {
    const goOn = stage.model.hold(PIECES, 1);
    await chat.send(QUESTION);
    await chat.reads('Stiff knees');
    await chat.page.reload();
    await chat.reads('Stiff knees');
    expect(await chat.replies.first().getAttribute('aria-busy')).toBe('true');
    goOn();
    await chat.complete();
    expect(await chat.text()).toBe(READ);
    expect(await chat.questions.allInnerTexts()).toEqual([QUESTION]);
    expect(stage.model.requests).toHaveLength(1);
  });

  it('is not found again in another tab, and not after a new one was begun', async () => {
    await chat.ask(QUESTION);
    const other = await visitor.context.newPage();
    await other.goto('/chat');
    await other.locator('.welcome').waitFor();
    expect(await other.locator('.message').count()).toBe(0);
    await chat.startAnew();
    await chat.welcome.waitFor();
    expect(await chat.focused()).toBe('message');
    await chat.page.reload();
    await chat.welcome.waitFor();
    expect(await chat.replies.count()).toBe(0);
  });

  it('is told that a conversation is listed nowhere and when it is deleted, and where to sign in', async () => {
    const notice = chat.page.locator('.notice');
    expect(await notice.innerText()).toContain('is deleted 30 days after the last message');
    const links = await chat.page.getByRole('link', { name: /^Sign in/ }).all();
    for (const link of links)
      expect(await link.getAttribute('href')).toBe('/api/oauth/login?returnTo=%2Fchat');
    expect(links.length).toBeGreaterThan(0);
  });

  it('can be read along no further, and then again', async () => {
    const goOn = stage.model.hold(PIECES, 1);
    await chat.send(QUESTION);
    await chat.reads('Stiff knees');
    await chat.page.getByRole('button', { name: 'Stop reading along' }).click();
    await chat.page.getByText('You stopped reading along.').waitFor();
    const read = await chat.text();
    goOn();
    await stage.allWritten();
    expect(await chat.text()).toBe(read);
    await chat.page.getByRole('button', { name: 'Read on' }).click();
    await chat.complete();
    expect(await chat.text()).toBe(READ);
    expect(stage.model.requests).toHaveLength(1);
  });

  const ratings = () =>
    stage.platform.database.query<{ rating: boolean; reason: string | null; comment: string | null }[]>(
      'SELECT rating, reason, comment FROM message_rating ORDER BY rated_at DESC LIMIT 1',
    );

  it('keeps a rating with its reason and words, shows it later, and lets it be changed', async () => {
    await chat.ask(QUESTION);
    const { page } = chat;
    const thumb = (name: string) => page.getByRole('button', { name });
    await thumb('Poor reply').click();
    await page.getByText('Your rating was kept.').first().waitFor();
    expect(await ratings()).toEqual([{ rating: false, reason: null, comment: null }]);
    await page.getByLabel('Something is missing').check();
    await page.getByLabel('In your own words').fill('  It says nothing about gout. ');
    await page.getByRole('group', { name: 'Rate this reply' }).getByRole('button', { name: 'Send' }).click();
    await page.locator('.reasons').waitFor({ state: 'hidden' });
    expect(await ratings()).toEqual([
      { rating: false, reason: 'incomplete', comment: 'It says nothing about gout.' },
    ]);
    expect(await chat.focused()).toContain('thumb-down');
    await page.reload();
    await chat.complete();
    expect(await thumb('Poor reply').getAttribute('aria-pressed')).toBe('true');
    await thumb('Poor reply').click();
    expect(await page.getByLabel('Something is missing').isChecked()).toBe(true);
    expect(await page.getByLabel('In your own words').inputValue()).toBe('It says nothing about gout.');
    await thumb('Good reply').click();
    await page.getByText('Your rating was kept.').first().waitFor();
    expect(await thumb('Good reply').getAttribute('aria-pressed')).toBe('true');
    expect(await thumb('Poor reply').getAttribute('aria-pressed')).toBe('false');
    expect(await ratings()).toEqual([{ rating: true, reason: null, comment: null }]);
  });

  it('keeps the rating that was given last, also where the line is slow for the one before it', async () => {
    await chat.ask(QUESTION);
    let underWay = 0;
    let most = 0;
    await chat.page.route(/chatbot\.rateResponse/, async (route) => {
      underWay += 1;
      most = Math.max(most, underWay);
      if (route.request().postData()?.includes('true')) await chat.page.waitForTimeout(1_000);
      await route.fulfill({ response: await route.fetch() });
      underWay -= 1;
    });
    await chat.page.getByRole('button', { name: 'Good reply' }).click();
    await chat.page.getByRole('button', { name: 'Poor reply' }).click();
    await until('the last one is kept', async () => (await ratings())[0]?.rating === false);
    expect(most).toBe(1);
    expect(await chat.page.getByRole('button', { name: 'Poor reply' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
  });

  it('says that a rating was not kept, and shows it as it was', async () => {
    await chat.ask(QUESTION);
    await visitor.context.setOffline(true);
    await chat.page.getByRole('button', { name: 'Good reply' }).click();
    await chat.page.getByText('Your rating could not be kept.').first().waitFor();
    expect(await chat.page.getByRole('button', { name: 'Good reply' }).getAttribute('aria-pressed')).toBe(
      'false',
    );
    await visitor.context.setOffline(false);
    visitor.complaints.length = 0;
  });

  it('deletes a conversation once that was confirmed, also a stranger’s', async () => {
    await chat.ask(QUESTION);
    const kept = await chat.keptConversation();
    const rows = async () => {
      const [row] = await stage.platform.database.query<{ count: string }[]>(
        'SELECT count(*) FROM message WHERE conversation_id = $1 AND conversation_id IN (SELECT id FROM conversation)',
        [kept],
      );
      return Number(row?.count);
    };
    expect(await rows()).toBe(2);
    await chat.page.getByRole('button', { name: 'Delete this conversation' }).click();
    const dialog = chat.page.getByRole('alertdialog', { name: 'Delete this conversation?' });
    await dialog.getByRole('button', { name: 'Keep it' }).click();
    expect(await chat.replies.count()).toBe(1);
    expect(await chat.focused()).toBe('delete');
    await chat.page.getByRole('button', { name: 'Delete this conversation' }).click();
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await chat.welcome.waitFor();
    expect(await chat.announced.textContent()).toBe('The conversation was deleted.');
    expect(await chat.keptConversation()).toBeNull();
    expect(await rows()).toBe(0);
  });

  it('says before anything else that there may be an emergency, while the reply is being written', async () => {
    const goOn = stage.model.hold(PIECES, 0);
    await chat.send('My husband has strong chest pain and cannot breathe');
    await chat.emergency.getByText('This may be an emergency').waitFor();
    expect(await chat.replies.first().getAttribute('aria-busy')).toBe('true');
    expect(await chat.emergency.getAttribute('role')).toBe('alert');
    const first = `document.querySelector('#app').firstElementChild.firstElementChild.id`;
    expect(await chat.page.evaluate<string>(first)).toBe('emergency');
    expect(await chat.replies.first().locator('.advice p').first().innerText()).toContain(
      'Go to the nearest hospital now',
    );
    const box = await chat.emergency.boundingBox();
    expect([box?.x, box?.y, box?.width]).toEqual([0, 0, 1280]);
    goOn();
    await chat.complete();
    expect(await chat.replies.first().locator('.badge').innerText()).toBe('Emergency');
    await chat.emergency.getByRole('link', { name: 'What to do now' }).click();
    expect(await chat.focused()).toContain('emergency');
    await chat.page.reload();
    await chat.emergency.getByText('This may be an emergency').waitFor();
    await chat.startAnew();
    expect(await chat.emergency.innerText()).toBe('');
  });

  it('lets the emergency numbers of the country be called, and nothing else that is a number', async () => {
    await chat.page.getByLabel('Country you are in').selectOption('KE');
    stage.model.behave(completes('Call 0700 000 000 within 30 minutes.'));
    await chat.ask('A dog bit my son and he is bleeding heavily');
    const links = chat.replies.first().locator('.text a');
    expect(await links.allInnerTexts()).toEqual(['1199', '999', '112']);
    expect(await links.first().getAttribute('href')).toBe('tel:1199');
    expect(await chat.text()).toContain('0700 000 000');
  });

  it('shows no emergency where there is none', async () => {
    await chat.ask(QUESTION);
    expect(await chat.emergency.innerText()).toBe('');
    expect(await chat.page.locator('.badge:visible').count()).toBe(0);
  });

  it('tells the platform the country that was chosen, and remembers it', async () => {
    const { page } = chat;
    await page.getByLabel('Country you are in').selectOption({ label: 'Kenya' });
    expect(await page.locator('#country option').count()).toBe(55);
    await page.reload();
    expect(await page.getByLabel('Country you are in').inputValue()).toBe('KE');
    const [request] = await Promise.all([
      page.waitForRequest((asked) => asked.url().includes('chatbot.startReply')),
      chat.send(QUESTION),
    ]);
    expect(request.postDataJSON()).toMatchObject({ json: { message: QUESTION, country: 'KE' } });
    await chat.complete();
  });
});
