/** The file of oidc-provider that defines its class; its types describe the main file only. */
declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider';
}
