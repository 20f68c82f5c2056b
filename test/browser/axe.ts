import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';

const AXE = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

const RUN = `axe.run(document, {
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  resultTypes: ['violations'],
  // Preloading fetches the style sheets again, for rules that are not enabled.
  preload: false,
}).then(({ violations, passes }) => ({ violations, passed: passes.length }))`;

interface Findings {
  readonly violations: AxeResults['violations'];
  readonly passed: number;
}

/** Runs axe on a page. @returns one text per violation: the rule, the element, the cause and related elements */
export async function findViolations(page: Page): Promise<string[]> {
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
