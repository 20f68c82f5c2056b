import { singleLine } from './text';

/** A caller's own number for something it sends: what has it is recorded once, however often it is sent. */
export const externalIdSchema = singleLine(1, 128);
