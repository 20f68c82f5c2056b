/** Implementation details that no response may contain. */
export const INTERNALS = /\n\s+at |node_modules|\/src\/|\.[jt]s:\d|QueryFailed|\bSELECT\b|\bINSERT\b/;
