import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import ts from 'typescript';
import { z } from 'zod';
import { contracts } from '../../src/app-router';
import type { Contracts } from '../../src/platform/contract/contracts.token';
import { compileSnippets } from '../clients/compiler';
import { type Platform, startPlatform } from '../support/platform';

const run = promisify(execFile);

describe('the pages that list procedures', () => {
  // A feature that is added later documents itself: these two pages list what comes with the platform.
  const { auth, chatbot, specialties, consultations, health } = contracts;
  const declared: Contracts = { auth, chatbot, specialties, consultations, health };
  const procedures = Object.entries(declared).flatMap(([router, contract]) =>
    Object.entries(contract).map(([name, { input, kind, access }]) => ({
      path: `\`${router}.${name}\``,
      fields: input instanceof z.ZodObject ? Object.keys(input.shape).map((field) => `\`${field}\``) : [],
      methods: kind === 'mutation' ? 'POST' : 'GET, POST',
      who: typeof access === 'string' ? access : access.map((role) => `\`${role}\``).join(', '),
    })),
  );

  it('README.md names each', async () => {
    const text = await readFile('README.md', 'utf8');
    const missing = procedures.filter(({ path }) => !text.includes(path));
    expect(missing.map(({ path, who }) => `add to the table of README.md: | ${path} | ${who} |`)).toEqual([]);
  });

  it('docs/wire-format.md has a row for each, with each of its fields', async () => {
    const lines = (await readFile('docs/wire-format.md', 'utf8')).split('\n');
    const rowOf = (path: string) => lines.find((line) => line.startsWith(`| ${path}`));
    const incomplete = procedures.filter(
      ({ path, fields }) => !fields.every((field) => rowOf(path)?.includes(field)) || !rowOf(path),
    );
    const rows = incomplete.map(
      ({ path, fields, methods }) => `| ${path} | ${methods} | ${fields.join(', ') || 'none'} | the rules |`,
    );
    expect(rows.map((row) => `needed in the table of docs/wire-format.md: ${row}`)).toEqual([]);
  });
});

describe('the calls of README.md', () => {
  let platform: Platform;
  let origin: string;
  let calls: string[];

  beforeAll(async () => {
    platform = await startPlatform();
    origin = await platform.listen();
    const text = await readFile('README.md', 'utf8');
    const blocks = [...text.matchAll(/```sh\n(curl .*?)\n```/gs)];
    calls = blocks.map(([, command = '']) => command);
  });

  afterAll(async () => {
    await platform.close();
  });

  /** Sessions come from the test's own platform; everything else is run as it stands in the page. */
  const paste = async (call: string, messageId: string): Promise<string> => {
    const account = /dev:session -- (\w+)/.exec(call)?.[1];
    const role = (['doctor', 'ministry', 'user'] as const).find((known) => known === account) ?? 'user';
    const session = await platform.session({ role, country: role === 'ministry' ? '*' : null });
    const command = call
      .replaceAll('http://localhost:3000', origin)
      .replace(/\$\(npm run -s dev:session -- \w+\)/, session)
      .replace('MESSAGE_ID', messageId);
    const { stdout } = await run('sh', ['-c', command]);
    return stdout;
  };

  it('are one for each documented procedure, and two for a stream', () => {
    const procedures = calls.map((call) => /api\/trpc\/([\w.]+)/.exec(call)?.[1]).sort();
    expect(procedures).toEqual([
      'auth.logout',
      'auth.me',
      'chatbot.rateResponse',
      'chatbot.reply',
      'chatbot.sendMessage',
      'chatbot.startReply',
      'consultations.record',
      'health.medicationStats',
      'health.pathologyStats',
      'specialties.list',
    ]);
  });

  it('work when they are pasted', async () => {
    let messageId = '';
    for (const call of calls) {
      const answer = await paste(call, messageId);
      if (call.startsWith('curl -N')) {
        expect(answer).toMatch(/^data: \{"json":\{"type":"completed"/m);
        continue;
      }
      expect(JSON.parse(answer)).toEqual({ result: { data: { json: expect.anything() as unknown } } });
      messageId = /"messageId":"([\w-]+)"/.exec(answer)?.[1] ?? messageId;
    }
  });

  it('a reply streams to the tRPC client that is shown, and ends', async () => {
    const text = await readFile('README.md', 'utf8');
    const [, program = ''] = /```ts\n(.*?subscribe\(.*?)\n```/s.exec(text) ?? [];
    const [imports = '', ...body] = program.replace('./src/', '../../src/').split('\n\n');
    const inFunction = `${imports}\nexport async function main() {\n${body.join('\n\n')}\n}`;
    expect(compileSnippets({ program: inFunction })).toEqual({ program: '' });
    const { outputText } = ts.transpileModule(program.replaceAll('http://localhost:3000', origin), {
      compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
    });
    const inNode =
      "import { EventSource } from 'eventsource';\nObject.assign(globalThis, { EventSource });\n";
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', inNode + outputText]);
    expect(stdout).toMatch(/malaria/i);
  });
});
