import { LOCALES } from '../../../../../src/shared/locale';
import { OfflineScenario } from './offline-scenario';
import { COMPLAINTS } from './complaint-table';

const scenario = new OfflineScenario();

describe.each(LOCALES)('complaints in %s', (language) => {
  it.each(COMPLAINTS[language])('get a specialty: %s', async (complaint, code) => {
    const name = await scenario.name(code, language);
    expect(await scenario.reply(complaint, { language })).toContain(`: ${name}.`);
  });
});
