import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { checkoutRoot } from '../../dev/checkout';
import { settings } from '../../src/platform/config/environment';

const page = readFileSync(join(checkoutRoot, 'docs/operations.md'), 'utf8');
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(readFileSync(join(checkoutRoot, 'package.json'), 'utf8')));
const quoted = (text: string): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

/** Texts of the platform's source. */
const source = readdirSync(join(checkoutRoot, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts'))
  .map((file) => readFileSync(join(checkoutRoot, 'src', file), 'utf8'))
  .join('\n');

describe('docs/operations.md', () => {
  it('has the file of each command that production has, and the role that it needs', () => {
    const listed = [
      ...page.matchAll(/^\| `npm run ([\w:]+)`( \*)? +\| `node dist\/(src\/\S+)\.js` +\|$/gm),
    ].map(([, command = '', asOwner, file = '']) => ({ command, file, isOwner: asOwner !== undefined }));
    const ofScripts = Object.entries(scripts).flatMap(([command, script]) => {
      const [, file] = /with-database\.js (\S+\.cli)$/.exec(script) ?? [];
      return file === undefined ? [] : [{ command, file: `src/${file}` }];
    });
    expect(listed.map(({ command, file }) => ({ command, file }))).toEqual(
      expect.arrayContaining([{ command: 'migrate', file: 'src/migrate' }, ...ofScripts]),
    );
    expect(listed).toHaveLength(ofScripts.length + 1);
    for (const { command, file, isOwner } of listed) {
      const text = readFileSync(join(checkoutRoot, `${file}.ts`), 'utf8');
      expect({ command, isOwner }).toEqual({
        command,
        isOwner: command === 'migrate' || text.includes('asOwner: true'),
      });
    }
  });

  const rows = page
    .slice(page.indexOf('## Run book'))
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:Symptom|---)/.test(line))
    .map((line) => line.split('|').slice(1, -1));

  it('has a run book of three columns', () => {
    expect(rows.length).toBeGreaterThan(10);
    for (const row of rows) expect(row).toHaveLength(3);
  });

  it('quotes lines of the log that the platform writes', () => {
    const lines = rows.flatMap(([symptom = '', look = '']) =>
      [...quoted(symptom), ...quoted(look)].filter(
        (text) => / \w+ /.test(text) && !text.startsWith('npm run '),
      ),
    );
    expect(lines.length).toBeGreaterThan(8);
    expect(lines.filter((line) => !source.includes(line))).toEqual([]);
  });

  it('names settings and commands that exist', () => {
    const codes = quoted(page.replace(/```[^]*?```/g, ''));
    const names = codes.flatMap((code) => code.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? []);
    expect(names.filter((name) => name !== 'NODE_ENV' && !(name in settings))).toEqual([]);
    const commands = codes.flatMap((code) => /^npm run (?:-s )?([\w:]+)/.exec(code)?.[1] ?? []);
    expect(commands).toEqual(expect.arrayContaining(['migrate', 'audit:verify', 'test:restore']));
    expect(commands.filter((command) => !(command in scripts))).toEqual([]);
  });
});
