export const MESSAGE_ROLES = ['user', 'assistant'] as const;
export type MessageRole = (typeof MESSAGE_ROLES)[number];

/** A question is always `completed`. */
export const MESSAGE_STATES = ['completed', 'writing', 'failed'] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/** The kinds of authors of a reply. */
export const SOURCES = ['model', 'offline'] as const;
export type Source = (typeof SOURCES)[number];

/** Characters of a person’s message. */
export const MAX_MESSAGE_LENGTH = 4_000;
