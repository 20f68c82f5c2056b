import { z } from 'zod';
import { isBuilt, isInCheckout, readText } from './checkout-file';
import { runForExitCode, startStatusServer } from './probe';

interface Instruction {
  readonly name: string;
  readonly text: string;
}

interface Stage {
  readonly base: string;
  readonly name: string | undefined;
  readonly instructions: readonly Instruction[];
}

const KNOWN_INSTRUCTIONS = ['FROM', 'WORKDIR', 'COPY', 'RUN', 'ENV', 'USER', 'EXPOSE', 'HEALTHCHECK', 'CMD'];

/** Parses the stages of a Dockerfile. */
function parseStages(dockerfile: string): Stage[] {
  const lines = dockerfile
    .split('\n')
    .filter((line) => !/^\s*(#|$)/.test(line))
    .join('\n')
    .replace(/\\\n\s*/g, '')
    .split('\n');
  const stages: { base: string; name: string | undefined; instructions: Instruction[] }[] = [];
  for (const line of lines) {
    const [, name = '', text = ''] = /^([A-Z]+) +(.+)$/.exec(line) ?? [];
    expect(KNOWN_INSTRUCTIONS).toContain(name);
    if (name === 'FROM') {
      const [, base = '', stage] = /^(\S+)(?: AS (\S+))?$/.exec(text) ?? [];
      stages.push({ base, name: stage, instructions: [] });
    } else stages.at(-1)?.instructions.push({ name, text });
  }
  return stages;
}

function textsOf(stage: Stage | undefined, name: string): string[] {
  return stage?.instructions.flatMap((each) => (each.name === name ? [each.text] : [])) ?? [];
}

/** Returns the sources of a stage's COPY instructions. `from` is undefined for the checkout. */
function copiesOf(stage: Stage | undefined): { from: string | undefined; source: string }[] {
  return textsOf(stage, 'COPY').flatMap((text) => {
    const [, from, paths = ''] = /^(?:--from=(\S+) )?(.+)$/.exec(text) ?? [];
    const sources = paths.split(/ +/).slice(0, -1);
    return sources.map((source) => ({ from, source }));
  });
}

const execForm = z.tuple([z.string()], z.string());

describe('Dockerfile', () => {
  const stages = parseStages(readText('Dockerfile'));
  const [build, packages] = stages;
  const final = stages.at(-1);

  it('builds in stages of one pinned Node 24', () => {
    expect(stages.map(({ name }) => name)).toEqual(['build', 'packages', undefined]);
    expect(new Set(stages.map(({ base }) => base))).toEqual(new Set(['node:24-bookworm-slim']));
  });

  it('installs from the lock file, without development packages and scripts in the final image', () => {
    expect(textsOf(build, 'RUN')[0]).toMatch(/^npm ci( --no-\w+)*$/);
    expect(textsOf(build, 'RUN')[1]).toBe('npm run build');
    expect(textsOf(packages, 'RUN')).toEqual([
      expect.stringMatching(/^npm ci --omit=dev --ignore-scripts( --no-\w+)*$/),
    ]);
  });

  it('copies only existing files that .dockerignore allows', () => {
    const ignored = readText('.dockerignore').split('\n');
    const allowed = ignored.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
    expect(ignored.filter((line) => !/^(#|!|$)/.test(line))).toEqual(['*']);
    for (const { from, source } of stages.flatMap(copiesOf)) {
      if (from !== undefined) continue;
      expect(allowed).toContain(source.replace(/^\.\//, ''));
      expect(isInCheckout(source)).toBe(true);
    }
  });

  it('has the program and its migrations in the image, and no part of the embedded stack', () => {
    const copies = copiesOf(final);
    expect(copies).toEqual([
      { from: 'packages', source: '/app/node_modules' },
      { from: 'build', source: '/app/dist/src' },
      { from: 'build', source: '/app/dist/migrations' },
      { from: 'build', source: '/app/dist/web' },
      { from: undefined, source: 'package.json' },
    ]);
    for (const { source } of copies.filter(({ from }) => from === 'build')) {
      expect(isBuilt(source.replace('/app/', ''))).toBe(true);
    }
  });

  it('runs as a user without privileges, in production mode', () => {
    expect(textsOf(final, 'USER')).toEqual(['node']);
    expect(textsOf(final, 'ENV')).toContain('NODE_ENV=production');
    const order = final?.instructions.map(({ name }) => name) ?? [];
    for (const name of ['COPY', 'RUN']) expect(order.lastIndexOf(name)).toBeLessThan(order.indexOf('USER'));
  });

  it('has the compiled code of the program, whose modules load without settings', async () => {
    expect(textsOf(final, 'ENV')).toContain('NODE_COMPILE_CACHE=/app/compile-cache');
    const [, script = ''] = /^node -e "(.+)"$/.exec(textsOf(final, 'RUN').join('\n')) ?? [];
    expect(script).toContain('dist/src/serve.js');
    await expect(runForExitCode(['node', '-e', script])).resolves.toBe(0);
  });

  it('starts the built program in the exec form, which forwards signals', () => {
    expect(textsOf(final, 'CMD')).toHaveLength(1);
    const command = execForm.parse(JSON.parse(String(textsOf(final, 'CMD')[0])));
    expect(command).toEqual(['node', '--max-semi-space-size=16', 'dist/src/main.js']);
    expect(isBuilt(String(command.at(-1)))).toBe(true);
  });

  it('is healthy only if the program is ready, which it checks with node', async () => {
    expect(textsOf(final, 'HEALTHCHECK')).toHaveLength(1);
    const [, command] = String(textsOf(final, 'HEALTHCHECK')[0]).split(/ CMD /);
    const probe = execForm.parse(JSON.parse(String(command)));
    expect(probe.slice(0, 2)).toEqual(['node', '-e']);
    const run = (port: number) => runForExitCode(probe, { PORT: String(port) });
    const program = await startStatusServer('/readyz');
    await expect(run(program.port)).resolves.toBe(0);
    program.status = 503;
    await expect(run(program.port)).resolves.toBe(1);
    await program.close();
    await expect(run(program.port)).resolves.toBe(1);
  });
});
