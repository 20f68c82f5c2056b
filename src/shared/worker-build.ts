/** What the server tells the service worker of the chat about the build that it belongs to. */
export interface WorkerBuild {
  /** Changes with every file and page below. */
  readonly version: string;
  /** Paths of the built files of the page. */
  readonly files: readonly string[];
  /** Addresses of the page without an account, by language. */
  readonly pages: Readonly<Record<string, string>>;
}
