import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import ts from 'typescript';
import { z } from 'zod';
import { contracts } from '../../src/app-router';
import type { Contracts } from '../../src/platform/contract/contracts.token';
import { compileSnippets } from '../clients/compiler';
import { suitePlatform } from '../support/platform';

const run = promisify(execFile);

describe('the documents that list procedures', () => {
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

  it('README.md names each procedure', async () => {
    const text = await readFile('README.md', 'utf8');
    const missing = procedures.filter(({ path }) => !text.includes(path));
    expect(missing.map(({ path, who }) => `add to the table of README.md: | ${path} | ${who} |`)).toEqual([]);
  });

  it('docs/wire-format.md has a row for each procedure, with each field', async () => {
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

describe('the examples of README.md', () => {
  const platform = suitePlatform();
  let origin: string;
  let calls: string[];

  beforeAll(async () => {
    origin = await platform.listen();
    const text = await readFile('README.md', 'utf8');
    const blocks = [...text.matchAll(/```sh\n(curl .*?)\n```/gs)];
    calls = blocks.map(([, command = '']) => command);
  });

  /** Runs a command of the document on the test's platform, with a session of that platform. */
  const runCommand = async (call: string, messageId: string): Promise<string> => {
    const account = /dev:session -- (\w+)/.exec(call)?.[1];
    const role = (['doctor', 'ministry', 'user'] as const).find((known) => known === account) ?? 'user';
    const session = await platform.session({ role, country: role === 'ministry' ? '*' : null });
    const command = call
      .replace(/\$\(npm run -s dev:session -- \w+\)/, session)
      .replace('MESSAGE_ID', messageId);
    const { stdout } = await run('sh', ['-c', `BASE=${origin}/api/trpc\n${command}`]);
    return stdout;
  };

  it('call each documented procedure once with curl', () => {
    const procedures = calls.map((call) => /\$BASE\/([\w.]+)/.exec(call)?.[1]).sort();
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

  it('succeed with curl', async () => {
    let messageId = '';
    for (const call of calls) {
      const output = await runCommand(call, messageId);
      if (call.startsWith('curl -N')) {
        expect(output).toMatch(/^data: \{"json":\{"type":"completed"/m);
        continue;
      }
      expect(JSON.parse(output)).toEqual({ result: { data: { json: expect.anything() as unknown } } });
      messageId = /"messageId":"([\w-]+)"/.exec(output)?.[1] ?? messageId;
    }
  });

  it('stream a reply to its end with the tRPC client', async () => {
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
