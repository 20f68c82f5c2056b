import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../../dev/checkout';
import { compile } from './compiler';

const README = readFileSync(join(checkoutRoot, 'client', 'README.md'), 'utf8');

/** What an example takes for granted, by name. */
const GIVEN: Readonly<Record<string, string>> = {
  createHealthClient: `import { createHealthClient } from '../../client';`,
  health: `declare const health: import('../../client').HealthClient;`,
  consultation: `declare const consultation: import('../../client').Inputs['consultations']['record'];`,
  draftId: 'declare const draftId: string;',
  location: 'declare const location: { assign(url: string): void };',
};

/** An example as a file of this checkout: what it imports, what it takes for granted, and the rest where it may wait. */
function fileOf(example: string): string {
  const lines = example.split('\n');
  const imports = lines.filter((line) => line.startsWith('import '));
  const rest = lines.filter((line) => !line.startsWith('import ')).join('\n');
  const given = Object.entries(GIVEN).filter(
    ([name]) =>
      new RegExp(`\\b${name}\\b`).test(rest) && !new RegExp(`(const|import .*) ${name}\\b`).test(example),
  );
  return [
    ...imports.map((line) => line.replace('@africa-health/client', '../../client')),
    ...given.map(([, declared]) => declared),
    `export async function example(): Promise<void> {\n${rest}\n}`,
  ].join('\n');
}

describe('the examples of the client’s README', () => {
  const sections = README.split(/^## /m).slice(1);
  const examples = Object.fromEntries(
    sections.flatMap((section) =>
      [...section.matchAll(/^```ts\n([^]*?)^```$/gm)].map(({ 1: example = '' }, index) => [
        `${section.slice(0, section.indexOf('\n'))}, ${index + 1}`,
        fileOf(example),
      ]),
    ),
  );
  let said: Record<string, string>;

  beforeAll(() => {
    const reading = examples['Reading a reply as it is written, 1'] ?? '';
    said = compile({ ...examples, wrong: reading.replace('data.text', 'data.words') });
  });

  it.each(Object.keys(examples))('compile: %s', (name) => {
    expect(said[name]).toBe('');
  });

  it('would not, if one were wrong', () => {
    expect(said.wrong).toContain("'words' does not exist");
  });
});
