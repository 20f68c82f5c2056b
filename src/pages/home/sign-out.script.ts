import { BASE_PATH } from '../../platform/trpc/transport/target';

/** Path of the sign-out script, a separate file because the content security policy forbids inline scripts. */
export const SIGN_OUT_PATH = '/sign-out.js';

export const SIGN_OUT_SCRIPT = `document.querySelector('#sign-out')?.addEventListener('click', async () => {
  await fetch('${BASE_PATH}/auth.logout', { method: 'POST' });
  location.reload();
});
`;
