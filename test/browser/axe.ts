import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const RUN = `axe.run(document, {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // It would fetch the style sheets again, for rules that are not run.
  preload: false,
}).then(({ violations, passes }) => ({ violations, passed: passes.length }))`;

interface Findings {
  readonly violations: AxeResults['violations'];
  readonly passed: number;
}

/** What axe finds wrong with a page as it is now: rules, where they are broken, and what else has to do with it. */
export async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate<boolean>('"axe" in window'))) await page.evaluate(AXE);
  const { violations, passed } = await page.evaluate<Findings>(RUN);
  if (passed < 10) throw new Error('axe looked at next to nothing');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary = '', any }) => {
      const related = any.flatMap(({ relatedNodes = [] }) => relatedNodes.map(({ html }) => html));
      return `${id} ${target.join(' ')}: ${failureSummary} ${related.join(' ')}`.trim();
    }),
  );
}
