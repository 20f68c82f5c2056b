import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { checkoutRoot } from '../../dev/checkout';
import type { ListFile } from '../../dev/new-module/lists';
import type { ModuleNames } from '../../dev/new-module/names';
import { planModule } from '../../dev/new-module/plan';

/**
 * A new module that Jest can load: the generator's files in a temporary folder. Their imports of files that the generator
 * does not write are those of this checkout, so that nothing else has to be copied and compiled.
 */
export class LoadedModule {
  private readonly directory: string;
  private readonly files: ReadonlyMap<string, string>;
  /** Paths of the new files, from the root of a checkout. */
  readonly created: readonly string[];

  constructor(names: ModuleNames) {
    const { created, changed } = planModule(checkoutRoot, names, new Date());
    this.created = created.map(({ path }) => path);
    this.files = new Map([...created, ...changed].map(({ path, text }) => [path, text]));
    // Inside the checkout, so that packages are found.
    mkdirSync(join(checkoutRoot, '.data'), { recursive: true });
    this.directory = mkdtempSync(join(checkoutRoot, '.data', 'new-module-'));
    for (const [path, text] of this.files) this.write({ path, text });
  }

  /** Returns the text that the generator wrote. @throws Error for a file that it did not write */
  textOf(path: string): string {
    const text = this.files.get(path);
    if (text === undefined) throw new Error(`the generator did not write ${path}`);
    return text;
  }

  /** Loads a file that the generator wrote. */
  load(path: string): unknown {
    return jest.requireActual(join(this.directory, path));
  }

  /** Makes every import of a file of the checkout an import of the generator's version of it. */
  replace(path: string): void {
    jest.doMock(join(checkoutRoot, path), () => this.load(path));
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }

  private write({ path, text }: ListFile): void {
    const file = join(this.directory, path);
    mkdirSync(dirname(file), { recursive: true });
    const isWritten = (module: string) => this.files.has(`${module}.ts`);
    writeFileSync(
      file,
      text.replace(/(?<=from ')\.[^']+(?=')/g, (from) => {
        const module = join(dirname(path), from);
        return isWritten(module) || !existsSync(join(checkoutRoot, `${module}.ts`))
          ? from
          : join(checkoutRoot, module);
      }),
    );
  }
}
