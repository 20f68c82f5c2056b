import { processEnvironment } from '../config/environment';

/** Has stacks name lines of TypeScript, except in production. Node maps what is loaded after this: import it first. */
if (processEnvironment().NODE_ENV !== 'production') process.setSourceMapsEnabled(true);
