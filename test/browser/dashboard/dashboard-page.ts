import type { Download, Locator, Page } from 'playwright-core';
import { type NamedPeriod, parsePeriod } from '../../../src/shared/period';
import type { Locale } from '../../../src/shared/locale';
import { DASHBOARD_TEXTS } from './dashboard-texts';
import { until } from '../../support/until';

const FIGURES = ['alerts', 'summary', 'pathologies', 'trend', 'map', 'medications'] as const;

export type FigureName = (typeof FIGURES)[number];

export interface Figures {
  readonly cards: Readonly<Record<string, number>>;
  readonly pathologies: readonly { readonly name: string; readonly count: number }[];
  readonly medications: readonly { readonly name: string; readonly count: number }[];
}

/** Page object of the dashboard. */
export class DashboardPage {
  constructor(readonly page: Page) {}

  /** Opens the page and waits until all figures are drawn. @param query for example `?period=2026-03` */
  async open(query = ''): Promise<void> {
    await this.page.goto(`/dashboard${query}`);
    await this.waitUntilDrawn();
  }

  /** Waits until every figure shows its data or an error. */
  async waitUntilDrawn(): Promise<void> {
    await this.page.locator('#announcer').waitFor({ state: 'attached' });
    const locale = (await this.page.locator('html').getAttribute('lang')) as Locale;
    const loading = DASHBOARD_TEXTS[locale]['state.loading'];
    // Polled from outside, because the content security policy forbids the code of waitForFunction.
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

  /** Returns the totals by their labels. */
  async readCards(): Promise<Record<string, number>> {
    const cards = await this.readCells('#summary .card', 'h3, .card-value');
    return Object.fromEntries(cards.map(([label = '', value = '']) => [label, parseCount(value)]));
  }

  async readBars(name: FigureName): Promise<{ name: string; count: number }[]> {
    const bars = await this.readCells(`#${name} ol .bar:not(.bar-total)`, '.bar-name, .bar-value');
    return bars.map(([label = '', value = '']) => ({ name: label, count: parseCount(value) }));
  }

  /** Returns the pathologies of the comparison by their names in the language of the page, the total under `total`. */
  async readComparison(): Promise<Record<string, { count: number; before: number; change: string }>> {
    const rows = await this.readCells(
      '#pathologies ol .bar',
      '.bar-name, .bar-value:not(.bar-cell), .bar-cell bdi',
    );
    return Object.fromEntries(
      rows.map(([name = '', count = '', before = '', change = ''], index) => [
        index === 0 ? 'total' : name,
        { count: parseCount(count), before: parseCount(before), change },
      ]),
    );
  }

  /** Opens the table of a figure. @returns the texts of its headers and rows */
  async readTable(name: FigureName): Promise<{ headers: string[]; rows: string[][] }> {
    const details = this.page.locator(`details.table:has(#${name}-table)`);
    if ((await details.getAttribute('open')) === null) await details.locator('summary').click();
    // Attached, not visible: a table without rows has no height.
    await details.locator('tbody').waitFor({ state: 'attached' });
    const selector = `details.table:has(#${name}-table) :is(thead, tbody) tr`;
    const [headers = [], ...rows] = await this.readCells(selector, 'th, td');
    return { headers, rows };
  }

  /** Opens the tables of all figures. */
  async readAllTables(): Promise<void> {
    for (const name of FIGURES) await this.readTable(name);
  }

  /** Reads the cells of all rows in one step, because the page may redraw them at any time. */
  private readCells(rowSelector: string, cellSelector: string): Promise<string[][]> {
    return this.page.evaluate<string[][]>(
      `[...document.querySelectorAll(${JSON.stringify(rowSelector)})].map((row) =>
        [...row.querySelectorAll(${JSON.stringify(cellSelector)})].map((cell) => cell.textContent.trim()))`,
    );
  }

  async readFigures(): Promise<Figures> {
    const [cards, pathologies, medications] = await Promise.all([
      this.readCards(),
      this.readBars('pathologies'),
      this.readBars('medications'),
    ]);
    return { cards, pathologies, medications };
  }

  /** Returns the names of the pathologies in the trend. */
  readLegend(): Promise<string[]> {
    return this.figure('trend').locator('.legend bdi').allInnerTexts();
  }

  /** Downloads a file from a figure's menu. @returns where it was saved, and its suggested name */
  async download(name: FigureName, entry: string): Promise<{ path: string; fileName: string }> {
    const download = await this.startDownload(name, entry);
    const failure = await download.failure();
    if (failure !== null) throw new Error(`${entry} of ${name}, ${download.url()}: ${failure}`);
    return { path: await download.path(), fileName: download.suggestedFilename() };
  }

  private async startDownload(name: FigureName, entry: string): Promise<Download> {
    const menu = this.figure(name).locator('details.menu');
    if ((await menu.getAttribute('open')) === null) await menu.locator('summary').click();
    const [download] = await Promise.all([
      this.page.waitForEvent('download'),
      menu.getByText(entry, { exact: true }).click(),
    ]);
    return download;
  }

  focusedId(): Promise<string> {
    return this.page.evaluate<string>(`document.activeElement?.id ?? ''`);
  }

  /** Presses Tab until the element with an id has the focus. */
  async tabTo(id: string): Promise<void> {
    for (let presses = 0; presses < 60; presses += 1) {
      await this.page.keyboard.press('Tab');
      if ((await this.focusedId()) === id) return;
    }
    throw new Error(`the Tab key does not lead to #${id}`);
  }
}

/** Parses a formatted whole number, with any thousands separator. */
export function parseCount(text: string): number {
  const plain = text.replaceAll(/\D/g, '');
  if (plain === '') throw new Error(`"${text}" is no number`);
  return Number(plain);
}
