import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { checkoutRoot } from '../../dev/checkout';
import { findTable, formatSettingsTable } from '../../dev/commands/settings-table';
import { settings } from '../../src/platform/config/environment';

describe('the settings table', () => {
  it('is up to date in README.md (npm run -s docs:settings prints it)', () => {
    const readme = readFileSync(join(checkoutRoot, 'README.md'), 'utf8');
    expect(findTable(readme)).toBe(formatSettingsTable(settings));
  });

  it('has a description for every setting', () => {
    const undescribed = Object.entries(settings).filter(([, schema]) => !schema.description);
    expect(undescribed.map(([name]) => name)).toEqual([]);
  });

  it('shows defaults, and which settings are required', () => {
    const table = formatSettingsTable({
      A: z.string().describe('needed'),
      B: z.string().optional().describe('not needed'),
      C: z.coerce.number().default(7).describe('seven | 7'),
    });
    expect(table.split('\n')).toEqual([
      '| Setting | Default  | Meaning    |',
      '| ------- | -------- | ---------- |',
      '| `A`     | required | needed     |',
      '| `B`     | unset    | not needed |',
      '| `C`     | `7`      | seven \\| 7 |',
    ]);
  });
});
