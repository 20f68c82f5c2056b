/** A program that runs longer hangs, and is ended before Jest ends its test: on a busy machine a minute is not enough. */
export const HANGING_PROGRAM_MS = 110_000;
