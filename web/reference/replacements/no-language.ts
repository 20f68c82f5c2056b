/** No code sample is in this language. */
export {};
