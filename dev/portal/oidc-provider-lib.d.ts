/** The file of oidc-provider that defines its class; its types describe the main file only. */
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider';
}

/** Likewise, its errors. */
declare module 'oidc-provider/lib/helpers/errors.js' {
  import type { errors } from 'oidc-provider';
  export const InvalidTarget: typeof errors.InvalidTarget;
}
