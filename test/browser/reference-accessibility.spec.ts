import { SCREENS } from './appearances';
import { violationsOf } from './axe';
import { ReferencePage } from './reference-page';
import { ReferenceStage } from './reference-stage';
import type { Visitor } from './visitor';

describe('the reference page', () => {
  let stage: ReferenceStage;

  beforeAll(async () => {
    stage = await ReferenceStage.start();
  });

  afterAll(async () => {
    await stage.close();
  });

  describe.each(SCREENS)('can be used by everybody, $name', ({ viewport, colorScheme }) => {
    let visitor: Visitor;
    let reference: ReferencePage;

    beforeAll(async () => {
      visitor = await stage.signedIn('doctor.ke', { viewport, colorScheme });
      reference = new ReferencePage(visitor.page);
    });

    afterAll(async () => {
      await visitor.context.close();
    });

    const isFine = async () => {
      expect(await violationsOf(visitor.page)).toEqual([]);
      expect(await visitor.page.evaluate<number>('document.documentElement.scrollWidth')).toBe(
        viewport.width,
      );
    };

    it('where it begins', async () => {
      await reference.open();
      await isFine();
    });

    it('with its navigation open', async () => {
      if (viewport.width < 960) await visitor.page.getByText('Procedures', { exact: true }).click();
      await isFine();
    });

    it.each(['consultations.record', 'consultations.list', 'health.alerts'])(
      'with %s opened: its samples, its fields and an answer',
      async (procedure) => {
        await reference.open();
        await reference.choose(procedure);
        await isFine();
        await reference.execute();
        for (const tab of await visitor.page.getByRole('button', { name: 'Model' }).all()) await tab.click();
        await visitor.page.getByRole('button', { name: 'Python' }).click();
        await visitor.page.getByRole('button', { name: '401', exact: true }).click();
        await isFine();
      },
    );

    it('with a query that goes by GET opened', async () => {
      await reference.open('get-/api/trpc/health.pathologyStats');
      await isFine();
    });
  });
});
