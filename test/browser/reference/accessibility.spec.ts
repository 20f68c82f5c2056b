import type { Page } from 'playwright-core';
import { SCREENS } from '../appearances';
import { findViolations } from '../axe';
import type { ReferencePage } from './reference-page';
import { ReferenceFixture } from './reference-fixture';

describe('accessibility of the reference page', () => {
  const fixture = new ReferenceFixture();

  describe.each(SCREENS)('$name', ({ viewport, colorScheme }) => {
    let page: Page, reference: ReferencePage;

    beforeAll(async () => {
      ({ page, reference } = await fixture.createUser({ username: 'doctor.ke', viewport, colorScheme }));
    });

    const expectAccessible = async () => {
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(viewport.width);
    };

    it('has no axe violations in the introduction', async () => {
      await reference.open();
      await expectAccessible();
    });

    it('has no axe violations with its navigation open', async () => {
      if (viewport.width < 960) await page.getByText('Procedures', { exact: true }).click();
      await expectAccessible();
    });

    it.each(['consultations.record', 'consultations.list', 'health.alerts'])(
      'has no axe violations with the samples, fields and response of %s',
      async (procedure) => {
        await reference.open();
        await reference.openProcedure(procedure);
        await expectAccessible();
        await reference.execute();
        for (const tab of await page.getByRole('button', { name: 'Model' }).all()) await tab.click();
        await page.getByRole('button', { name: 'Python' }).click();
        await page.getByRole('button', { name: '401', exact: true }).click();
        await expectAccessible();
      },
    );

    it('has no axe violations with a GET operation', async () => {
      await reference.open('get-/api/trpc/health.pathologyStats');
      await expectAccessible();
    });
  });
});
