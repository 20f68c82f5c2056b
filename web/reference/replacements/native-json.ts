/** JSON in place of json5: a body that is no JSON is sent as it is, and the platform says what is wrong with it. */
export default JSON;
