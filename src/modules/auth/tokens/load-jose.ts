/** Loads the package with the first token, because it would make each start 50 ms longer. */
export const loadJose = () => import('jose');
