interface PageAccount {
  readonly id: string;
  /** Called when the platform refuses a call because another account is signed in. */
  readonly onOtherAccount: () => void;
}

let account: PageAccount | undefined;

/** Sets the account that the page was made for, as which alone it calls. */
export function setPageAccount(pageAccount: PageAccount): void {
  account = pageAccount;
}

export function pageAccount(): PageAccount | undefined {
  return account;
}
