import { processEnvironment } from '../config/environment';

/** Stack traces name lines of TypeScript, except in production. Import this first: Node maps only what is loaded later. */
if (processEnvironment().NODE_ENV !== 'production') process.setSourceMapsEnabled(true);
