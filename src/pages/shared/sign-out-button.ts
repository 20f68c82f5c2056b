import { type Html, html } from '../../platform/http/html';

/** Text of pages in English for a sign-out that has failed. */
export const SIGN_OUT_FAILED = 'You could not be signed out. Please try again in a moment.';

/**
 * Renders the button of the sign-out script, and the element in which the script shows that the sign-out has failed.
 * @param failure the text for that
 */
export function renderSignOutButton(label: string, failure: string): Html {
  return html`<button id="sign-out" type="button">${label}</button>
    <span id="sign-out-failed" role="alert" data-text="${failure}"></span>`;
}
