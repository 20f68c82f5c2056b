import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';

const documentSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ 'x-codeSamples': z.array(z.object({ label: z.string(), source: z.string() })) }),
    ),
  ),
});

/** Page object of the API reference. */
export class ReferencePage {
  readonly heading: Locator;
  readonly status: Locator;

  constructor(readonly page: Page) {
    this.heading = page.locator('openapi-explorer').getByRole('heading', { level: 1 });
    this.status = page.locator('.announcer');
  }

  /** Opens the page and waits until it is drawn. @param route for example `post-/api/trpc/consultations.record` */
  async open(route?: string): Promise<void> {
    await this.page.goto(`/api/docs${route === undefined ? '' : `#?route=${route}`}`);
    await this.heading.waitFor();
  }

  /** Opens a procedure, for example `consultations.record`, with the navigation. */
  async openProcedure(procedure: string): Promise<void> {
    const link = this.page.locator(`#procedures a[href$="/api/trpc/${procedure}"]`).first();
    if (!(await link.isVisible())) await this.page.getByText('Procedures', { exact: true }).click();
    await link.click();
    await this.page.locator('[part="label-operation-path"]', { hasText: `/${procedure}` }).waitFor();
  }

  /** Replaces the input in the request body. */
  async fillInput(input: unknown): Promise<void> {
    const body = JSON.stringify({ 0: { json: input } });
    await this.page.getByRole('textbox', { name: 'Request Body' }).fill(body);
  }

  /** Sends the call. @returns the status and the body of the response, as the page shows them */
  async execute(): Promise<{ status: string; body: string }> {
    await this.page.getByRole('button', { name: 'Execute' }).click();
    const isWrite = (await this.heading.innerText()).endsWith('.record');
    if (isWrite) await this.page.getByRole('alertdialog').getByRole('button', { name: 'Send' }).click();
    await this.status.filter({ hasText: /./ }).waitFor();
    const body = this.page.locator('api-request syntax-highlighter[mime-type] pre');
    return {
      status: await this.page.locator('.response-message').innerText(),
      body: (await body.textContent()) ?? '',
    };
  }

  /** Reads the code samples on the page, by language. */
  async readSamples(): Promise<Record<string, string>> {
    return this.page.evaluate<Record<string, string>>(READ_SAMPLES);
  }
}

/** Selects each language and reads its sample. Runs inside the page, which is ten times as fast as from outside. */
const READ_SAMPLES = `(async () => {
  const all = (root, selector) => [...root.querySelectorAll('*')].flatMap((one) => [
    ...(one.matches(selector) ? [one] : []),
    ...(one.shadowRoot ? all(one.shadowRoot, selector) : []),
  ]);
  const shown = {};
  for (const tab of all(document, '.tab-btn[data-tab]')) {
    const language = tab.textContent.trim();
    if (!/^(curl|JavaScript|Python|PHP|Java)$/.test(language)) continue;
    tab.click();
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const [code] = all(document, '.code-sample-wrapper').filter((one) => one.checkVisibility());
    shown[language] = code ? all(code, 'pre')[0].textContent : '';
  }
  return shown;
})()`;

/** Fetches the operations of the document, with their code samples by language. */
export async function fetchOperations(
  baseUrl: string,
): Promise<{ method: string; path: string; samples: Record<string, string> }[]> {
  const { paths } = documentSchema.parse(await (await fetch(`${baseUrl}/api/openapi.json`)).json());
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method,
      path,
      samples: Object.fromEntries(operation['x-codeSamples'].map(({ label, source }) => [label, source])),
    })),
  );
}
