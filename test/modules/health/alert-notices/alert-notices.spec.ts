import { AlertNoticesJob } from '../../../../src/modules/health/alert-notices/alert-notices-job';
import { AlertsService } from '../../../../src/modules/health/alerts/alerts.service';
import type { Environment } from '../../../../src/platform/config/environment';
import { ENVIRONMENT } from '../../../../src/platform/config/config.module';
import { Database } from '../../../../src/platform/database/database';
import { AlertsSuite, recordCase } from '../alerts/alerts-suite';
import { payload } from '../../../support/plain-caller';
import { EmailChannel } from '../../../../src/modules/health/alert-notices/email-channel';
import { AlertReceiver } from './alert-receiver';
import { MailServer } from './mail-server';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;

describe('messages about new alerts', () => {
  const here = new AlertsSuite();
  let receiver: AlertReceiver;
  let mailServer: MailServer;
  let settings: Partial<Environment>;

  beforeEach(async () => {
    await here.database.query<unknown>('TRUNCATE alert_notice, country_alerts');
    receiver = new AlertReceiver();
    mailServer = new MailServer();
    settings = { ALERT_WEBHOOK_URL: await receiver.listen() };
  });
  afterEach(async () => {
    await receiver.close();
    await mailServer.close();
  });

  /** Does what a process does each minute. */
  async function lookForAlerts(): Promise<void> {
    const { app } = here.platform;
    const environment = { ...app.get<Environment>(ENVIRONMENT), ...settings };
    await new AlertNoticesJob(app.get(Database), app.get(AlertsService), environment).reportNew();
  }

  it('posts each new alert once, whatever process looks for it', async () => {
    await here.insertOutbreak('Typhoid fever', ['KE']);
    await Promise.all([lookForAlerts(), lookForAlerts()]);
    await lookForAlerts();
    expect(receiver.diseases).toEqual([['KE Typhoid and paratyphoid fever']]);
    await here.insertOutbreak('Cholera', ['TZ', 'UG']);
    await lookForAlerts();
    expect(receiver.diseases.slice(1)).toEqual([['TZ Cholera', 'UG Cholera']]);
  });

  it('posts a single case of a disease of which one case is an alert', async () => {
    await recordCase(await here.doctor('KE'), 'Ebola virus disease');
    await lookForAlerts();
    expect(receiver.messages[0]?.data.alerts).toMatchObject([
      {
        disease: 'Ebola virus disease',
        icd10: 'A98.4',
        country: 'KE',
        severity: 'high',
        rule: 'notifiable',
        count: 1,
        episode: { cases: 1 },
        dashboardUrl: expect.stringMatching(/^http.*\/dashboard\?country=KE&lang=en$/) as unknown,
      },
    ]);
    expect(receiver.requests[0]?.body).not.toContain('pathologyKey');
  });

  it('posts a case after one that was voided, in the same week', async () => {
    const doctor = await here.doctor('KE');
    for (let count = 1; count <= 2; count += 1) {
      await recordCase(doctor, 'Ebola virus disease');
      await lookForAlerts();
      await lookForAlerts();
      expect(receiver.diseases).toHaveLength(count);
      const [recorded] = await here.database.query<{ id: string }[]>(
        'SELECT id FROM consultation ORDER BY id DESC LIMIT 1',
      );
      payload(await doctor.post('consultations.void', { id: recorded?.id, reason: 'a mistake' }));
      await lookForAlerts();
    }
    expect(receiver.diseases).toEqual(Array(2).fill(['KE Ebola virus disease']));
    // Receivers take an equal id for the same message.
    const ids = receiver.requests.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(2);
    expect(new Set(receiver.messages.map(({ data }) => data.alerts[0]?.id)).size).toBe(2);
  });

  it('posts a case after one that was voided while the receiver refused another alert', async () => {
    const doctor = await here.doctor('KE');
    await recordCase(doctor, 'Ebola virus disease');
    await lookForAlerts();
    const [recorded] = await here.database.query<{ id: string }[]>(
      'SELECT id FROM consultation ORDER BY id DESC LIMIT 1',
    );
    receiver.status = 503;
    await here.insertOutbreak('Cholera', ['TZ']);
    payload(await doctor.post('consultations.void', { id: recorded?.id, reason: 'a mistake' }));
    await lookForAlerts();
    await recordCase(doctor, 'Ebola virus disease');
    await lookForAlerts();
    receiver.status = 204;
    await lookForAlerts();
    expect(receiver.diseases.at(-1)?.toSorted()).toEqual(['KE Ebola virus disease', 'TZ Cholera']);
  });

  it('posts a case once if another process posts it while this one looks for alerts', async () => {
    const alerts = here.platform.app.get(AlertsService);
    const earlier = await alerts.findAlertsOf('*');
    await recordCase(await here.doctor('KE'), 'Ebola virus disease');
    jest.spyOn(alerts, 'findAlertsOf').mockImplementationOnce(async () => {
      await lookForAlerts();
      return earlier;
    });
    await lookForAlerts();
    await lookForAlerts();
    expect(receiver.diseases).toEqual([['KE Ebola virus disease']]);
  });

  it('sends no name that a country has made up', async () => {
    const doctor = await here.doctor('KE');
    const name = 'Fever of Mr Example';
    for (let week = 0; week < 8; week += 1) await recordCase(doctor, name, 7 * week);
    for (let count = 0; count < 30; count += 1) await recordCase(doctor, name);
    await here.insertOutbreak('Cholera', ['KE']);
    expect(JSON.stringify(await here.findAlerts(await here.as('ministry', 'KE')))).toContain(name);
    await lookForAlerts();
    expect(receiver.diseases).toEqual([['KE Cholera']]);
  });

  it('sends them later if the receiver refuses them', async () => {
    await here.insertOutbreak('Cholera', ['KE']);
    receiver.status = 503;
    await lookForAlerts();
    receiver.status = 204;
    await lookForAlerts();
    await lookForAlerts();
    expect(receiver.diseases).toEqual([['KE Cholera']]);
  });

  it('sends nothing while it cannot store what it sends', async () => {
    await here.insertOutbreak('Cholera', ['KE']);
    await here.database.query('ALTER TABLE alert_notice ADD CONSTRAINT refused CHECK (false) NOT VALID');
    await lookForAlerts();
    await here.database.query('ALTER TABLE alert_notice DROP CONSTRAINT refused');
    expect(receiver.requests).toEqual([]);
    await lookForAlerts();
    expect(receiver.diseases).toEqual([['KE Cholera']]);
  });

  it('signs what it posts if there is a secret', async () => {
    await here.insertOutbreak('Cholera', ['KE']);
    settings = { ...settings, ALERT_WEBHOOK_SECRET: SECRET };
    await lookForAlerts();
    expect(receiver.isSigned(0, SECRET)).toBe(true);
    expect(receiver.isSigned(0, `whsec_${Buffer.alloc(24, 8).toString('base64')}`)).toBe(false);
  });

  async function sendEmailsTo(...addresses: string[]): Promise<void> {
    settings = {
      ...settings,
      ALERT_EMAIL_TO: addresses,
      ALERT_EMAIL_FROM: 'platform@health.example.org',
      ALERT_EMAIL_LANGUAGE: 'fr',
      SMTP_URL: await mailServer.listen(),
    };
  }

  it('sends one e-mail in the language of the settings, also if the webhook does not answer', async () => {
    receiver.status = 500;
    await sendEmailsTo('a@health.example.org');
    await here.insertOutbreak('Cholera', ['KE', 'TZ']);
    mailServer.isRefusing = true;
    await lookForAlerts();
    mailServer.isRefusing = false;
    await lookForAlerts();
    await lookForAlerts();
    const [mail, ...others] = mailServer.mails;
    expect(others).toEqual([]);
    expect(mail?.to).toEqual(['a@health.example.org']);
    // Without the line breaks of quoted-printable.
    const source = mail?.source.replaceAll('=\r\n', '');
    expect(source).toContain('Auto-Submitted: auto-generated');
    expect(source).toContain('[Agir maintenant] Chol=C3=A9ra, Kenya');
    expect(source).toContain('[Agir maintenant] Chol=C3=A9ra, Tanzanie');
    expect(source).toContain('/dashboard?country=3DKE&lang=3Dfr');
    expect(receiver.requests).toEqual([]);
  });

  it('sends an e-mail later to those for whom the mail server refuses it, and once to the others', async () => {
    await sendEmailsTo('a@health.example.org', 'b@health.example.org', 'c@health.example.org');
    await here.insertOutbreak('Cholera', ['KE']);
    mailServer.refused.add('b@health.example.org');
    await lookForAlerts();
    await lookForAlerts();
    mailServer.refused.clear();
    await lookForAlerts();
    await lookForAlerts();
    expect(mailServer.mails.map(({ to }) => to)).toEqual([
      ['a@health.example.org'],
      ['c@health.example.org'],
      ['b@health.example.org'],
    ]);
  });

  it('waits once for a mail server that is silent, however many addresses there are', async () => {
    await sendEmailsTo('a@health.example.org', 'b@health.example.org', 'c@health.example.org');
    await here.insertOutbreak('Cholera', ['KE']);
    const send = jest
      .spyOn(EmailChannel.prototype, 'send')
      .mockRejectedValue(Object.assign(new Error('no greeting'), { code: 'ETIMEDOUT' }));
    await lookForAlerts();
    expect(send).toHaveBeenCalledTimes(1);
    send.mockRestore();
    await lookForAlerts();
    expect(mailServer.mails).toHaveLength(3);
  });
});
