import { stopWith } from './build/checkout.cjs';
import { prepareSource } from './build/source.mjs';
import { takeStartLock } from './stack/start-lock.mjs';

/** `npm run start:dev [-- --inspect]`: the stack of `npm start` from source, which follows each change. */

const INSPECT_PORT = 9229;

const inspect = process.argv.slice(2).map((option) => /^--inspect(?:=(\d+))?$/.exec(option));
if (inspect.length > 1 || inspect.includes(null)) stopWith('Usage: npm run start:dev [-- --inspect[=port]]');
const inspectPort = inspect.map(([, port = INSPECT_PORT]) => Number(port))[0];
// What a later major version of Vite will ask of its settings file.
process.env.VITE_CONFIG_NATIVE_IGNORE_WARNING = 'true';
takeStartLock();
const load = await prepareSource();
const { launchWatching } = load('./watch/launch-watching.ts');
await launchWatching(inspectPort);
