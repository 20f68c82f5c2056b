/** The renderer of the OpenAPI document. Importing it registers its custom elements. */
declare module 'openapi-explorer';
