import { BASE_PATH } from '../../platform/trpc/transport/target';

/** Where the start page's script is. It is a file of its own because the security policy admits no inline script. */
export const SIGN_OUT_PATH = '/sign-out.js';

export const SIGN_OUT_SCRIPT = `document.querySelector('#sign-out')?.addEventListener('click', async () => {
  await fetch('${BASE_PATH}/auth.logout', { method: 'POST' });
  location.reload();
});
`;
