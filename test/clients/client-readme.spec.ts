import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../../dev/checkout';
import { compileSnippets } from './compiler';

const README = readFileSync(join(checkoutRoot, 'client', 'README.md'), 'utf8');

/** Declarations that the examples omit, by name. */
const DECLARATIONS: Readonly<Record<string, string>> = {
  createHealthClient: `import { createHealthClient } from '../../client';`,
  health: `declare const health: import('../../client').HealthClient;`,
  consultation: `declare const consultation: import('../../client').Inputs['consultations']['record'];`,
  draftId: 'declare const draftId: string;',
  location: 'declare const location: { assign(url: string): void };',
};

/** Builds a compilable file from an example: its imports, missing declarations, and the code in an async function. */
function buildFile(example: string): string {
  const lines = example.split('\n');
  const imports = lines.filter((line) => line.startsWith('import '));
  const code = lines.filter((line) => !line.startsWith('import ')).join('\n');
  const declarations = Object.entries(DECLARATIONS).filter(
    ([name]) =>
      new RegExp(`\\b${name}\\b`).test(code) && !new RegExp(`(const|import .*) ${name}\\b`).test(example),
  );
  return [
    ...imports.map((line) => line.replace('@africa-health/client', '../../client')),
    ...declarations.map(([, declaration]) => declaration),
    `export async function example(): Promise<void> {\n${code}\n}`,
  ].join('\n');
}

describe('examples in the client’s README', () => {
  const sections = README.split(/^## /m).slice(1);
  const examples = Object.fromEntries(
    sections.flatMap((section) =>
      [...section.matchAll(/^```ts\n([^]*?)^```$/gm)].map(({ 1: example = '' }, index) => [
        `${section.slice(0, section.indexOf('\n'))}, ${index + 1}`,
        buildFile(example),
      ]),
    ),
  );
  let messages: Record<string, string>;

  beforeAll(() => {
    const streaming = Object.values(examples).find((example) => example.includes('data.text')) ?? '';
    messages = compileSnippets({ ...examples, invalid: streaming.replace('data.text', 'data.words') });
  });

  it.each(Object.keys(examples))('compile: %s', (name) => {
    expect(messages[name]).toBe('');
  });

  it('do not compile with an unknown field', () => {
    expect(messages.invalid).toContain("'words' does not exist");
  });
});
