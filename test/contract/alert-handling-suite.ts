import { z } from 'zod';
import { healthContract } from '../../src/modules/health/health.contract';
import { recordCase } from '../modules/health/alerts/alerts-suite';
import { ListeningSuite } from '../support/listening-suite';
import { type PlainCaller, payload } from '../support/plain-caller';

/** A disease of which one case is an alert. */
export const EBOLA = 'Ebola virus disease';

/** A suite about what people do about alerts. Each test has a country of its own. */
export class AlertHandlingSuite extends ListeningSuite {
  /** Records a case of a disease. @returns its id */
  async recordAlert(country: string, pathology = EBOLA): Promise<string> {
    return recordCase(await this.doctor(country), pathology);
  }

  /** Creates a reader of a ministry with a name. */
  async reader(country: string, name = 'Wanjiru Kamau'): Promise<PlainCaller> {
    const email = `${name.replaceAll(/\W/g, '.').toLowerCase()}.${country}@ministry.example.org`;
    return this.anyone.as(await this.platform.session({ role: 'ministry', country, name, email }));
  }

  async handle(caller: PlainCaller, input: object, headers: Readonly<Record<string, string>> = {}) {
    const response = await caller.post('health.handleAlert', { pathology: EBOLA, ...input }, headers);
    return healthContract.handleAlert.output.strict().parse(payload(response)).data;
  }

  async findHandling(caller: PlainCaller, input: object = {}) {
    const response = await caller.get('health.alertHandling', { pathology: EBOLA, ...input });
    return healthContract.alertHandling.output.strict().parse(payload(response)).data;
  }

  async findAlerts(caller: PlainCaller, input: object = {}) {
    const response = await caller.get('health.alerts', input);
    return healthContract.alerts.output.parse(payload(response)).data.alerts;
  }

  /** Returns the act and content of the stored acts of a country, oldest first. */
  async storedActs(country: string): Promise<[string, string | null][]> {
    const rows = await this.database.query<unknown[]>(
      'SELECT act, content FROM alert_act WHERE country = $1 ORDER BY id',
      [country],
    );
    return z
      .array(z.object({ act: z.string(), content: z.string().nullable() }))
      .parse(rows)
      .map(({ act, content }) => [act, content]);
  }
}
