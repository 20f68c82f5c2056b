import { auditSubject } from '../../../src/integrations/subjects/audit-subject.command';
import { eraseSubject } from '../../../src/integrations/subjects/subject-erase.command';
import { exportSubject } from '../../../src/integrations/subjects/subject-export.command';
import { recordConsultation } from '../../contract/consultations';
import { ListeningSuite } from '../../support/listening-suite';

describe('a command about a person whose audit event is not committed', () => {
  const here = new ListeningSuite();

  beforeAll(async () => {
    await recordConsultation(await here.doctor('KE'), { patientId: 'P-1' });
    await here.database.query(
      `CREATE FUNCTION refuse_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no commit'; END $$`,
    );
    await here.database.query(
      `CREATE CONSTRAINT TRIGGER refuse_commit AFTER INSERT ON audit_event DEFERRABLE INITIALLY DEFERRED
       FOR EACH ROW EXECUTE FUNCTION refuse_commit()`,
    );
  });

  it.each([
    ['subject:export', exportSubject, []],
    ['audit:subject', auditSubject, []],
    ['subject:erase', eraseSubject, ['--confirm']],
  ])('prints nothing: %s', async (_name, command, options) => {
    const write = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      const context = {
        args: ['P-1', '--country', 'KE', ...options],
        variables: {},
        dataSource: here.database,
        signal: new AbortController().signal,
      };
      await expect(command(context)).rejects.toThrow('no commit');
      expect(write).not.toHaveBeenCalled();
    } finally {
      write.mockRestore();
    }
  });
});
