import type { Locator, Page } from 'playwright-core';
import { type NamedPeriod, parsePeriod } from '../../src/shared/calendar';
import type { Locale } from '../../src/shared/locale';
import { MESSAGES } from './messages';
import { until } from '../support/until';

export type FigureName = 'alerts' | 'summary' | 'pathologies' | 'trend' | 'map' | 'medications';

export interface Figures {
  readonly cards: Readonly<Record<string, number>>;
  readonly pathologies: readonly { readonly name: string; readonly count: number }[];
  readonly medications: readonly { readonly name: string; readonly count: number }[];
}

/** The dashboard as somebody reads and uses it. */
export class DashboardPage {
  constructor(readonly page: Page) {}

  /** Opens it and waits until all of it is drawn. @param query such as `?period=2026-03` */
  async open(query = ''): Promise<void> {
    await this.page.goto(`/dashboard${query}`);
    await this.settle();
  }

  /** Waits until every figure shows what the address asks for, or says why it cannot. */
  async settle(): Promise<void> {
    await this.page.locator('#announcer').waitFor({ state: 'attached' });
    const locale = (await this.page.locator('html').getAttribute('lang')) as Locale;
    const loading = MESSAGES[locale]['state.loading'];
    // Asked from outside: the page's security policy refuses what would have to wait inside it.
    await until('the figures are drawn', () =>
      this.page.evaluate<boolean>(`(() => {
        const announced = document.querySelector('#announcer')?.textContent ?? '';
        const figures = [...document.querySelectorAll('.figure')];
        const isDrawn = (figure) => !figure.hasAttribute('aria-busy') &&
          Boolean(figure.querySelector('.problem:not([hidden])') ?? figure.querySelector('.picture').firstElementChild);
        return announced !== '' && announced !== ${JSON.stringify(loading)} && figures.length === 6 && figures.every(isDrawn);
      })()`),
    );
  }

  get period(): NamedPeriod {
    const period = parsePeriod(this.parameters.get('period') ?? '');
    if (!period) throw new Error(`${this.page.url()} names no period`);
    return period;
  }

  get parameters(): URLSearchParams {
    return new URL(this.page.url()).searchParams;
  }

  figure(name: FigureName): Locator {
    return this.page.locator(`#${name}`);
  }

  /** The headline numbers, by what they are called. */
  async cards(): Promise<Record<string, number>> {
    const cards = await this.cells('#summary .card', 'h3, .card-value');
    return Object.fromEntries(cards.map(([label = '', value = '']) => [label, digits(value)]));
  }

  /** The bars of a figure, as they are read. */
  async bars(name: FigureName): Promise<{ name: string; count: number }[]> {
    const bars = await this.cells(`#${name} .bar`, '.bar-name, .bar-value');
    return bars.map(([label = '', value = '']) => ({ name: label, count: digits(value) }));
  }

  /** Opens the table behind a picture. @returns its heads and rows, as they are read */
  async table(name: FigureName): Promise<{ heads: string[]; rows: string[][] }> {
    const details = this.figure(name).locator('details.table');
    if ((await details.getAttribute('open')) === null) await details.locator('summary').click();
    await details.locator('tbody').waitFor();
    const [heads = [], ...rows] = await this.cells(`#${name} details.table tr`, 'th, td');
    return { heads, rows };
  }

  /** What is read in each of some elements, part by part: at one moment, since the page may be about to draw them again. */
  private cells(of: string, parts: string): Promise<string[][]> {
    return this.page.evaluate<string[][]>(
      `[...document.querySelectorAll(${JSON.stringify(of)})].map((one) =>
        [...one.querySelectorAll(${JSON.stringify(parts)})].map((part) => part.textContent.trim()))`,
    );
  }

  async figures(): Promise<Figures> {
    const [cards, pathologies, medications] = await Promise.all([
      this.cards(),
      this.bars('pathologies'),
      this.bars('medications'),
    ]);
    return { cards, pathologies, medications };
  }

  /** The pathologies whose trend is shown, by the legend beside it. */
  legend(): Promise<string[]> {
    return this.figure('trend').locator('.legend bdi').allInnerTexts();
  }

  /** Opens a figure's menu and takes one of its files. @returns where it was saved, and under which name */
  async download(name: FigureName, entry: string): Promise<{ path: string; fileName: string }> {
    const menu = this.figure(name).locator('details.menu');
    if ((await menu.getAttribute('open')) === null) await menu.locator('summary').click();
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      menu.getByText(entry, { exact: true }).click(),
    ]);
    return { path: await download.path(), fileName: download.suggestedFilename() };
  }

  /** The id of the element that has the focus. */
  focused(): Promise<string> {
    return this.page.evaluate<string>(`document.activeElement?.id ?? ''`);
  }

  /** Goes on with the Tab key, as far as the control of an id. */
  async tabTo(id: string): Promise<void> {
    for (let presses = 0; presses < 60; presses += 1) {
      await this.page.keyboard.press('Tab');
      if ((await this.focused()) === id) return;
    }
    throw new Error(`the Tab key does not lead to #${id}`);
  }
}

/** A whole number as it is read, whatever separates its thousands. */
export function digits(text: string): number {
  const plain = text.replaceAll(/\D/g, '');
  if (plain === '') throw new Error(`"${text}" is no number`);
  return Number(plain);
}
