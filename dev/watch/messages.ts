/** What the launcher sends to a process of the API, in this order. */
export type LauncherMessage =
  | { readonly type: 'load-packages'; readonly files: readonly string[] }
  | { readonly type: 'load-source' }
  /** `inspectPort` is the port for debuggers; undefined where none is to attach. */
  | { readonly type: 'run'; readonly inspectPort?: number | undefined };

/** What a process of the API answers to each of them. */
export type ApiMessage =
  | { readonly type: 'packages-loaded' }
  | { readonly type: 'source-loaded' }
  /** `packages` are the files of packages that the source imports. */
  | { readonly type: 'listening'; readonly packages: readonly string[] };
