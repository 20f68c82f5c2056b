/** The renderer: importing it registers its elements. */
declare module 'openapi-explorer';
