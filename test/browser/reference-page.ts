import type { Locator, Page } from 'playwright-core';
import { z } from 'zod';

const answerSchema = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.string(),
      z.object({ 'x-codeSamples': z.array(z.object({ label: z.string(), source: z.string() })) }),
    ),
  ),
});

/** The reference as a partner's programmer reads and uses it. */
export class ReferencePage {
  readonly heading: Locator;
  readonly status: Locator;

  constructor(readonly page: Page) {
    this.heading = page.locator('openapi-explorer').getByRole('heading', { level: 1 });
    this.status = page.locator('.heard');
  }

  /** Opens it and waits until it is drawn. @param route such as `post-/api/trpc/consultations.record` */
  async open(route?: string): Promise<void> {
    await this.page.goto(`/api/docs${route === undefined ? '' : `#?route=${route}`}`);
    await this.heading.waitFor();
  }

  /** Goes to a procedure, such as `consultations.record`, by the navigation. */
  async choose(procedure: string): Promise<void> {
    const link = this.page.locator(`#procedures a[href$="/api/trpc/${procedure}"]`).first();
    if (!(await link.isVisible())) await this.page.getByText('Procedures', { exact: true }).click();
    await link.click();
    await this.page.locator('[part="label-operation-path"]', { hasText: `/${procedure}` }).waitFor();
  }

  /** Puts another input into the body that is going to be sent. */
  async fill(input: unknown): Promise<void> {
    const body = JSON.stringify({ 0: { json: input } });
    await this.page.getByRole('textbox', { name: 'Request Body' }).fill(body);
  }

  /** Sends the call. @returns what the page shows: the status, and the answer */
  async execute(): Promise<{ status: string; answer: string }> {
    await this.page.getByRole('button', { name: 'Execute' }).click();
    await this.status.filter({ hasText: /./ }).waitFor();
    const answer = this.page.locator('api-request syntax-highlighter[mime-type] pre');
    return {
      status: await this.page.locator('.response-message').innerText(),
      answer: (await answer.textContent()) ?? '',
    };
  }

  /** The code samples as they stand on the page, by language. */
  async samples(): Promise<Record<string, string>> {
    return this.page.evaluate<Record<string, string>>(SAMPLES);
  }
}

/** Chooses one language after the other, inside the page: asked from outside, each step takes ten times as long. */
const SAMPLES = `(async () => {
  const all = (root, selector) => [...root.querySelectorAll('*')].flatMap((one) => [
    ...(one.matches(selector) ? [one] : []),
    ...(one.shadowRoot ? all(one.shadowRoot, selector) : []),
  ]);
  const shown = {};
  for (const tab of all(document, '.tab-btn[data-tab]')) {
    const language = tab.textContent.trim();
    if (!/^(curl|JavaScript|Python|PHP|Java)$/.test(language)) continue;
    tab.click();
    await new Promise((drawn) => requestAnimationFrame(drawn));
    const [code] = all(document, '.code-sample-wrapper').filter((one) => one.checkVisibility());
    shown[language] = code ? all(code, 'pre')[0].textContent : '';
  }
  return shown;
})()`;

/** Every operation of the document, and its samples by language. */
export async function documentedOperations(
  baseUrl: string,
): Promise<{ method: string; path: string; samples: Record<string, string> }[]> {
  const { paths } = answerSchema.parse(await (await fetch(`${baseUrl}/api/openapi.json`)).json());
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method,
      path,
      samples: Object.fromEntries(operation['x-codeSamples'].map(({ label, source }) => [label, source])),
    })),
  );
}
