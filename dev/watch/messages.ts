/** The messages of the launcher to an API process, in this order. */
export type LauncherMessage =
  | { readonly type: 'load-packages'; readonly files: readonly string[] }
  | { readonly type: 'load-source' }
  /** `inspectPort` is the port for debuggers; undefined for none. */
  | { readonly type: 'run'; readonly inspectPort?: number | undefined };

/** The replies of an API process. */
export type ApiMessage =
  | { readonly type: 'packages-loaded' }
  | { readonly type: 'source-loaded' }
  /** `packages` are the files in node_modules that the source imports. */
  | { readonly type: 'listening'; readonly packages: readonly string[] };
