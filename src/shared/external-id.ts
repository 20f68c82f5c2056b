import { singleLine } from './text';

/** A caller's own id of a record. Records of one account with the same id are stored once. */
export const externalIdSchema = singleLine(1, 128);

/** Prefix of the external ids that identify imported lines without an id of their own. */
export const CONTENT_ID_PREFIX = 'sha256:';
