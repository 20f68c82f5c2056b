import type { Locator, Page } from 'playwright-core';
import { until } from '../../support/until';

/** The call that sends a message. */
export const START_REPLY_URL = /chatbot\.startReply/;

/** Page object of the chat. */
export class ChatPage {
  readonly field: Locator;
  readonly questions: Locator;
  readonly replies: Locator;
  readonly emergency: Locator;
  /** The introduction of an empty conversation. */
  readonly welcome: Locator;
  private readonly announcer: Locator;

  constructor(readonly page: Page) {
    this.field = page.locator('#message');
    this.questions = page.locator('.question .text');
    this.replies = page.locator('.reply');
    this.emergency = page.locator('#emergency');
    this.welcome = page.locator('.welcome');
    this.announcer = page.locator('#announcer');
  }

  /** @param query for example `?lang=fr` */
  async open(query = ''): Promise<void> {
    await this.page.goto(`/chat${query}`);
    await this.field.waitFor();
  }

  /** @param name the accessible name or a part of it */
  button(name: string): Locator {
    return this.page.getByRole('button', { name });
  }

  async send(message: string): Promise<void> {
    await this.field.fill(message);
    await this.page.locator('#send').click();
  }

  /** Sends a message and waits until its reply is complete. @returns the text of the reply */
  async ask(message: string): Promise<string> {
    const index = await this.replies.count();
    await this.send(message);
    await this.waitForReply(index);
    return this.replyText(index);
  }

  async startNewConversation(): Promise<void> {
    await this.button('New conversation').click();
  }

  /** Waits until a reply is complete: only complete replies can be rated. */
  async waitForReply(index = 0): Promise<void> {
    await this.replies.nth(index).locator('.thumb-up').waitFor();
  }

  /** Returns the text of a reply so far. */
  async replyText(index = 0): Promise<string> {
    const texts = await this.replies.nth(index).locator('.text').allTextContents();
    return texts.join('');
  }

  /** Waits until a reply contains a text. */
  async waitForText(part: string, index = 0): Promise<void> {
    await until(`the reply contains “${part}”`, async () => (await this.replyText(index)).includes(part));
  }

  /** Waits until the last announcement to screen readers contains a text: it may follow what is seen. */
  async waitForAnnouncement(part: string): Promise<void> {
    await until(`“${part}” is announced`, async () => (await this.announcer.innerText()).includes(part));
  }

  async recordAnnouncements(): Promise<void> {
    await this.page.evaluate(`(() => {
      window.announcements = [];
      const announcer = document.querySelector('#announcer');
      new MutationObserver(() => window.announcements.push(announcer.textContent)).observe(announcer, { childList: true });
    })()`);
  }

  /** Returns the announcements to screen readers since `recordAnnouncements`, oldest first. */
  announcements(): Promise<string[]> {
    return this.page.evaluate<string[]>('window.announcements');
  }

  /** Returns the id of the tab's conversation, followed by the id of its account, if any. */
  storedConversation(): Promise<string | null> {
    return this.page.evaluate<string | null>(`sessionStorage.getItem('chat:conversation')`);
  }

  /** Returns the id of the focused element, or else its classes. */
  focusedElement(): Promise<string> {
    return this.page.evaluate<string>(
      `document.activeElement?.id || document.activeElement?.className || ''`,
    );
  }
}
