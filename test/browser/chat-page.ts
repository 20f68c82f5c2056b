import type { Locator, Page } from 'playwright-core';
import { until } from '../support/until';

/** The chat as somebody reads and uses it. */
export class ChatPage {
  readonly field: Locator;
  readonly questions: Locator;
  readonly replies: Locator;
  readonly emergency: Locator;
  /** What is shown before anything was said. */
  readonly welcome: Locator;
  /** What a screen reader was told last. */
  readonly announced: Locator;

  constructor(readonly page: Page) {
    this.field = page.locator('#message');
    this.questions = page.locator('.question .text');
    this.replies = page.locator('.reply');
    this.emergency = page.locator('#emergency');
    this.welcome = page.locator('.welcome');
    this.announced = page.locator('#announcer');
  }

  /** @param query such as `?lang=fr` */
  async open(query = ''): Promise<void> {
    await this.page.goto(`/chat${query}`);
    await this.field.waitFor();
  }

  async send(message: string): Promise<void> {
    await this.field.fill(message);
    await this.page.locator('#send').click();
  }

  /** Sends a message and waits until its reply is complete. @returns the reply as it is read */
  async ask(message: string): Promise<string> {
    const before = await this.replies.count();
    await this.send(message);
    await this.complete(before);
    return this.text(before);
  }

  async startAnew(): Promise<void> {
    await this.page.getByRole('button', { name: 'New conversation' }).click();
  }

  /** Waits until a reply is complete: only then it can be rated. */
  async complete(index = 0): Promise<void> {
    await this.replies.nth(index).locator('.thumb-up').waitFor();
  }

  /** A reply as far as it can be read. */
  async text(index = 0): Promise<string> {
    const texts = await this.replies.nth(index).locator('.text').allTextContents();
    return texts.join('');
  }

  /** Waits until a reply has some text. */
  async reads(part: string, index = 0): Promise<void> {
    await until(`“${part}” is read`, async () => (await this.text(index)).includes(part));
  }

  /** From now on, remembers all that a screen reader is told. */
  async listen(): Promise<void> {
    await this.page.evaluate(`(() => {
      window.heard = [];
      const announcer = document.querySelector('#announcer');
      new MutationObserver(() => window.heard.push(announcer.textContent)).observe(announcer, { childList: true });
    })()`);
  }

  /** What a screen reader was told since `listen`, one after the other. */
  heard(): Promise<string[]> {
    return this.page.evaluate<string[]>('window.heard');
  }

  /** What the tab keeps. */
  keptConversation(): Promise<string | null> {
    return this.page.evaluate<string | null>(`sessionStorage.getItem('chat:conversation')`);
  }

  focused(): Promise<string> {
    return this.page.evaluate<string>(
      `document.activeElement?.id || document.activeElement?.className || ''`,
    );
  }
}
