import { settings } from '../../src/platform/config/environment';
import { formatSettingsTable } from './settings-table';

/** `npm run -s docs:settings`: prints the settings table of README.md. */
process.stdout.write(`${formatSettingsTable(settings)}\n`);
