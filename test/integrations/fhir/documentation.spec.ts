import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { z } from 'zod';
import { suiteFhir } from './fhir-platform';
import { fhirErrors } from './fhir-validator';

const run = promisify(execFile);

const bundleSchema = z.object({ entry: z.array(z.object({ response: z.object({ status: z.string() }) })) });

describe('docs/fhir.md', () => {
  const fhir = suiteFhir();
  let settings: Record<string, string>;

  beforeAll(async () => {
    settings = { FHIR: `${fhir.origin}/fhir`, DOCTOR: await fhir.platform.session({ role: 'doctor' }) };
  });

  /** The documented commands; the first block only sets environment variables. */
  const [, recordCommands = '', readCommands = ''] = [
    ...readFileSync('docs/fhir.md', 'utf8').matchAll(/```sh\n([\s\S]*?)```/g),
  ].map(([, commands = '']) => commands);

  async function runCommands(commands: string): Promise<unknown[]> {
    const { stdout } = await run('bash', ['-c', commands.replaceAll(/^curl/gm, 'echo; curl -sS')], {
      env: { ...process.env, ...settings },
    });
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as unknown);
  }

  it('shows a valid Bundle', () => {
    const [, sent = ''] = /-d '([\s\S]*?)'\n/.exec(recordCommands) ?? [];
    expect(fhirErrors(JSON.parse(sent))).toEqual([]);
  });

  it('records once with the curl command, even if it is repeated', async () => {
    const postBundle = async () =>
      (await runCommands(recordCommands)).map((body) =>
        bundleSchema.parse(body).entry.map(({ response }) => response.status),
      );
    expect(await postBundle()).toEqual([['201 Created', '201 Created']]);
    expect(await postBundle()).toEqual([['200 OK', '200 OK']]);
    expect(await fhir.listCases()).toMatchObject([
      { patient: 'P-10482', name: 'Malaria', consultedAt: '2026-03-14T09:30:00.000Z' },
    ]);
  });

  it('reads valid resources with the curl commands', async () => {
    const resources = await runCommands(readCommands);
    expect(resources).toMatchObject([
      { resourceType: 'CapabilityStatement' },
      { entry: [{}, { resource: { resourceType: 'Encounter' } }, {}, {}, {}] },
    ]);
    for (const resource of resources) expect(fhirErrors(resource)).toEqual([]);
  });
});
