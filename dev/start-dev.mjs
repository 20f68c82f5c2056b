import { exitWith } from './build/source-files.cjs';
import { prepareTypeScript } from './build/prepare.mjs';
import { takeStartLock } from './stack/start-lock.mjs';

/** `npm run start:dev [-- --inspect]`: runs the stack of `npm start` from source and restarts the API after changes. */

const INSPECT_PORT = 9229;

const inspect = process.argv.slice(2).map((option) => /^--inspect(?:=(\d+))?$/.exec(option));
if (inspect.length > 1 || inspect.includes(null)) exitWith('Usage: npm run start:dev [-- --inspect[=port]]');
const inspectPort = inspect.map(([, port = INSPECT_PORT]) => Number(port))[0];
// Hides a warning about Vite's next major version.
process.env.VITE_CONFIG_NATIVE_IGNORE_WARNING = 'true';
takeStartLock();
const load = await prepareTypeScript();
const { launchWatching } = load('./dev/watch/launch-watching.ts');
await launchWatching(inspectPort);
