import type { Locator, Page } from 'playwright-core';

/** Page object of the first-aid list of the chat, which is open. */
export class FirstAidList {
  readonly topics: Locator;
  private readonly dialog: Locator;

  constructor(page: Page) {
    this.dialog = page.locator('dialog.first-aid');
    this.topics = this.dialog.locator('.topics button');
  }

  /** @param title of a danger, in the language of the page */
  async open(title: string): Promise<void> {
    await this.dialog.getByRole('button', { name: title }).click();
    await this.dialog.getByRole('heading', { name: title }).waitFor();
  }

  /** @param topic a danger sign */
  async openTopic(topic: string): Promise<void> {
    await this.dialog.locator(`[data-topic=${topic}]`).click();
    await this.dialog.locator('.steps').waitFor();
  }

  async selectPerson(name: string): Promise<void> {
    await this.dialog.locator('#first-aid-person').selectOption({ label: name });
  }

  steps(): Promise<string[]> {
    return this.dialog.locator('.steps li').allInnerTexts();
  }

  numbers(): Promise<string[]> {
    return this.dialog.locator('.numbers a').allInnerTexts();
  }

  async close(): Promise<void> {
    await this.dialog.getByRole('button', { name: 'Close' }).click();
  }
}
