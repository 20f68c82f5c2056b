import { LOCALES } from '../../../../../src/shared/locale';
import { OfflineScenario } from './offline-scenario';
import { COMPLAINTS } from './complaint-table';

describe.each(LOCALES)('complaints in %s', (language) => {
  let scenario: OfflineScenario;
  beforeAll(async () => {
    scenario = await OfflineScenario.start();
  });
  afterAll(() => scenario.close());

  it.each(COMPLAINTS[language])('get a specialty: %s', async (complaint, code) => {
    const name = await scenario.name(code, language);
    const reply = await scenario.reply(complaint, { language });
    expect(reply.includes(`: ${name}.`) ? 'found' : reply).toBe('found');
  });
});
