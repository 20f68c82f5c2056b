import { SCREENS } from './appearances';
import { findViolations } from './axe';
import { ReferencePage } from './reference-page';
import { ReferenceEnvironment } from './reference-environment';
import type { Visitor } from './visitor';

describe('accessibility of the reference page', () => {
  let environment: ReferenceEnvironment;

  beforeAll(async () => {
    environment = await ReferenceEnvironment.start();
  });

  afterAll(async () => {
    await environment.close();
  });

  describe.each(SCREENS)('$name', ({ viewport, colorScheme }) => {
    let visitor: Visitor;
    let reference: ReferencePage;

    beforeAll(async () => {
      visitor = await environment.createSignedInVisitor('doctor.ke', { viewport, colorScheme });
      reference = new ReferencePage(visitor.page);
    });

    afterAll(async () => {
      await visitor.context.close();
    });

    const expectAccessible = async () => {
      expect(await findViolations(visitor.page)).toEqual([]);
      expect(await visitor.page.evaluate<number>('document.documentElement.scrollWidth')).toBe(
        viewport.width,
      );
    };

    it('has no axe violations in the introduction', async () => {
      await reference.open();
      await expectAccessible();
    });

    it('has no axe violations with its navigation open', async () => {
      if (viewport.width < 960) await visitor.page.getByText('Procedures', { exact: true }).click();
      await expectAccessible();
    });

    it.each(['consultations.record', 'consultations.list', 'health.alerts'])(
      'has no axe violations with the samples, fields and response of %s',
      async (procedure) => {
        await reference.open();
        await reference.openProcedure(procedure);
        await expectAccessible();
        await reference.execute();
        for (const tab of await visitor.page.getByRole('button', { name: 'Model' }).all()) await tab.click();
        await visitor.page.getByRole('button', { name: 'Python' }).click();
        await visitor.page.getByRole('button', { name: '401', exact: true }).click();
        await expectAccessible();
      },
    );

    it('has no axe violations with a GET operation', async () => {
      await reference.open('get-/api/trpc/health.pathologyStats');
      await expectAccessible();
    });
  });
});
