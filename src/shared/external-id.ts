import { identifyingText, withoutInvisibleCharacters } from './text';

/** A caller's own id of a record in searches. Records from before invisible characters were refused have them. */
export const externalIdSchema = identifyingText(128);

/** A caller's own id of a new record. Records of one account with the same id are stored once. */
export const newExternalIdSchema = withoutInvisibleCharacters(externalIdSchema);

/** Prefix of the external ids that identify imported lines without an id of their own. */
export const CONTENT_ID_PREFIX = 'sha256:';
