/** The browser's own deep copy in place of Lodash's. */
export default structuredClone;
