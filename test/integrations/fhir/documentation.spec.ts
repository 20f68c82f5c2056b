import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { z } from 'zod';
import { FhirPlatform } from './fhir-platform';
import { fhirErrors } from '../../runner/valid-fhir';

const run = promisify(execFile);

const bundle = z.object({ entry: z.array(z.object({ response: z.object({ status: z.string() }) })) });

describe('docs/fhir.md', () => {
  let fhir: FhirPlatform;
  let settings: Record<string, string>;

  beforeAll(async () => {
    fhir = await FhirPlatform.start();
    const session = await fhir.platform.session({ role: 'doctor', email: 'reader@example.org' });
    settings = { FHIR: `${fhir.origin}/fhir`, DOCTOR: session };
  });

  afterAll(async () => {
    await fhir.close();
  });

  /** The documented commands; the first block only says where the platform is and who calls. */
  const [, record = '', read = ''] = [
    ...readFileSync('docs/fhir.md', 'utf8').matchAll(/```sh\n([\s\S]*?)```/g),
  ].map(([, commands = '']) => commands);

  async function shell(commands: string): Promise<unknown[]> {
    const { stdout } = await run('bash', ['-c', commands.replaceAll(/^curl/gm, 'echo; curl -sS')], {
      env: { ...process.env, ...settings },
    });
    return stdout
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => JSON.parse(line) as unknown);
  }

  it('shows a Bundle that is valid', () => {
    const [, sent = ''] = /-d '([\s\S]*?)'\n/.exec(record) ?? [];
    expect(fhirErrors(JSON.parse(sent))).toEqual([]);
  });

  it('records with one curl, and counts nothing when that is repeated', async () => {
    const statuses = async () =>
      (await shell(record)).map((answer) =>
        bundle.parse(answer).entry.map(({ response }) => response.status),
      );
    expect(await statuses()).toEqual([['201 Created', '201 Created']]);
    expect(await statuses()).toEqual([['200 OK', '200 OK']]);
    expect(await fhir.cases()).toMatchObject([
      { patient: 'P-10482', name: 'Malaria', moment: '2026-03-14T09:30:00.000Z' },
    ]);
  });

  it('reads what there is', async () => {
    const answers = await shell(read);
    expect(answers).toMatchObject([
      { resourceType: 'CapabilityStatement' },
      { entry: [{}, { resource: { resourceType: 'Encounter' } }, {}, {}, {}] },
    ]);
    for (const answer of answers) expect(fhirErrors(answer)).toEqual([]);
  });
});
