import { existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { checkoutRoot } from '../../dev/checkout';
import type { TextFile } from '../../dev/generate-migration/list-editing';
import type { ModuleNames } from '../../dev/new-module/names';
import { planModule } from '../../dev/new-module/plan';

/** A new module in a folder outside of the checkout. It imports the platform's files from the checkout. */
export class LoadedModule {
  private readonly directory: string;
  private readonly files: ReadonlyMap<string, string>;
  /** Paths of the files, from the root of a checkout. */
  readonly created: readonly string[];

  constructor(names: ModuleNames) {
    const { created } = planModule(checkoutRoot, names, new Date());
    this.created = created.map(({ path }) => path);
    this.files = new Map(created.map(({ path, text }) => [path, text]));
    this.directory = mkdtempSync(join(tmpdir(), 'feature-'));
    symlinkSync(join(checkoutRoot, 'node_modules'), join(this.directory, 'node_modules'));
    for (const [path, text] of this.files) this.write({ path, text });
  }

  /** Loads a file of the module. */
  load(path: string): unknown {
    return jest.requireActual(this.pathOf(path));
  }

  /** Returns the path of a file, for the setting `FEATURES`. */
  pathOf(path: string): string {
    return join(this.directory, path);
  }

  remove(): void {
    rmSync(this.directory, { recursive: true, force: true });
  }

  private write({ path, text }: TextFile): void {
    const file = this.pathOf(path);
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
