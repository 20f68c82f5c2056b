import { settings } from '../../src/platform/config/environment';
import { settingsTable } from './settings-table';

/** `npm run -s docs:settings`: the table for README.md. */
process.stdout.write(`${settingsTable(settings)}\n`);
