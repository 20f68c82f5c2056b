import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { logIn } from '../../dev/login/login-flow';
import { CheckoutCopy, type RunningCopy } from './checkout-copy';
import { until } from '../support/until';
import { expectFasterThan } from '../support/expect-faster-than';

const START_PAGE = 'src/pages/home/home.texts.ts';
const CHAT_PAGE = 'web/chat/main.ts';

describe('npm run start:dev', () => {
  const copy = CheckoutCopy.forSuite({ built: false });
  let stack: RunningCopy;

  beforeAll(async () => {
    stack = await copy.start(['npm', 'run', 'start:dev'], { LOG_LEVEL: 'info' });
  }, 300_000);

  const edit = (file: string, change: (text: string) => string) => {
    const path = join(copy.directory, file);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  };

  /** Waits until the response of an address contains a text. @returns the response's body */
  const waitForText = async (address: string, text: string): Promise<string> => {
    let body = '';
    await until(`${address} contains "${text}"`, async () => {
      body = await fetch(address).then(
        (response) => response.text(),
        (error: unknown) => String(error),
      );
      return body.includes(text);
    });
    return body;
  };

  const scriptsOf = (page: string) =>
    [...page.matchAll(/<script type="module" src="([^"]+)"/g)].map(([, address = '']) => address);

  it('prints at most 40 lines until it is ready, none of them JSON', () => {
    const lines = stack.greeting.trimEnd().split('\n');
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(lines.filter((line) => line.startsWith('{'))).toEqual([]);
  });

  it('serves a change of src/, and sessions stay valid', async () => {
    const cookie = `session=${await logIn({ baseUrl: stack.baseUrl, username: 'doctor' })}`;
    edit(START_PAGE, (text) => text.replace('For developers', 'For programmers'));
    await waitForText(stack.baseUrl, 'For programmers');
    const me = await fetch(`${stack.baseUrl}/api/trpc/auth.me`, { headers: { cookie } });
    expect(me.status).toBe(200);
  });

  it('serves the last of several changes', async () => {
    for (const count of ['one', 'two', 'three']) {
      edit(START_PAGE, (text) => text.replace(/For programmers[^']*/, `For programmers, change ${count}.`));
      await wait(400);
    }
    await waitForText(stack.baseUrl, 'For programmers, change three.');
  });

  it('reports source that does not compile, serves the last version that did, then the corrected one', async () => {
    edit(START_PAGE, (text) => `${text}\nconst broken = ;\n`);
    await stack.launcher.waitForError('The API did not start.');
    const { errors } = stack.launcher;
    expect(errors).toContain('const broken = ;');
    expect(errors).not.toContain('    at ');
    expect((await fetch(stack.baseUrl)).status).toBe(200);
    edit(START_PAGE, (text) =>
      text.replace('\nconst broken = ;\n', '').replace('change three', 'change four'),
    );
    await waitForText(stack.baseUrl, 'For programmers, change four.');
  });

  it('replaces a process with an open stream', async () => {
    const started = await fetch(`${stack.baseUrl}/api/trpc/chatbot.startReply`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ json: { message: 'What is malaria?' } }),
    });
    const { result } = (await started.json()) as { result: { data: { json: { messageId: string } } } };
    const input = encodeURIComponent(JSON.stringify({ json: { messageId: result.data.json.messageId } }));
    const stream = await fetch(`${stack.baseUrl}/api/trpc/chatbot.reply?input=${input}`, {
      headers: { accept: 'text/event-stream' },
    });
    expect(stream.status).toBe(200);
    edit(START_PAGE, (text) => text.replace('change four', 'change five'));
    await waitForText(stack.baseUrl, 'For programmers, change five.');
    await stream.body?.cancel().catch(() => undefined);
  });

  it('links the pages to the source of web/ and serves a change of it at once', async () => {
    const [client = '', main = ''] = scriptsOf(await waitForText(`${stack.baseUrl}/chat`, '<!doctype html>'));
    expect(new URL(client).pathname).toBe('/@vite/client');
    expect(new URL(main).pathname).toBe('/chat/main.ts');
    let edits = 0;
    await expectFasterThan(3_000, async () => {
      edits += 1;
      edit(CHAT_PAGE, (text) => text.replace(/TypeError\('[^']*'/, `TypeError('edit ${edits}'`));
      await waitForText(main, `edit ${edits}`);
    });
  });

  it('shares its database with npm run repl', async () => {
    const command = 'await get(SpecialtiesService).list()';
    const { code, stdout } = await copy.run(['sh', '-c', `echo '${command}' | npm run -s repl`]);
    expect(code).toBe(0);
    expect(stdout).toContain("name: 'Cardiology'");
  });

  it('leaves no process after Ctrl-C', async () => {
    expect(copy.processes()).toContain(stack.pid);
    await copy.stop(stack);
  });
});
