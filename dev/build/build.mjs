import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import {
  builtFrom,
  codeSources,
  filesUnder,
  isApplicationBuilt,
  isUnchanged,
  readStamp,
  sourceFolders,
  sourcesNow,
  stampFile,
  webApplications,
} from './build-stamp.mjs';
import { root } from './checkout.cjs';

/** Brings dist/ up to date. Types are checked by `npm run typecheck`, not here. */

const stamp = readStamp();
// A build that ends half-way counts for nothing, whatever the sources are by then.
rmSync(stampFile, { force: true });
stamp.code = await buildCode(stamp.code);
for (const folder of webApplications) {
  if (!isApplicationBuilt(folder, stamp.web[folder])) stamp.web[folder] = await buildApplication(folder);
}
writeFileSync(stampFile, JSON.stringify(stamp));

async function buildCode(before) {
  const sources = sourcesNow(codeSources());
  const isEverythingNew = ['.swcrc', 'package-lock.json'].some((path) => !isUnchanged(path, before[path]));
  removeOrphans(sources);
  const { transformSync } = await import('@swc/core');
  for (const path of sourceFolders.flatMap(filesUnder).filter((each) => each in sources)) {
    if (isEverythingNew || !isUnchanged(path, before[path]) || !existsSync(builtFrom(path)))
      buildFile(path, transformSync);
  }
  return sources;
}

function buildFile(path, transform) {
  const built = builtFrom(path);
  mkdirSync(dirname(built), { recursive: true });
  if (!path.endsWith('.ts')) {
    copyFileSync(join(root, path), built);
    return;
  }
  const { code, map } = transform(readFileSync(join(root, path), 'utf8'), {
    filename: join(root, path),
    configFile: join(root, '.swcrc'),
    sourceFileName: relative(dirname(built), join(root, path)),
  });
  writeFileSync(`${built}.map`, map);
  writeFileSync(built, `${code}\n//# sourceMappingURL=${built.split('/').at(-1)}.map\n`);
}

/** A migration that was renamed or removed must not run from a file that an earlier build left. */
function removeOrphans(sources) {
  const built = new Set(Object.keys(sources).map((path) => relative(root, builtFrom(path))));
  for (const path of sourceFolders.flatMap((folder) => filesUnder(join('dist', folder)))) {
    if (!built.has(path.replace(/\.map$/, ''))) rmSync(join(root, path));
  }
}

/** @returns what the application and its settings were made from */
async function buildApplication(folder) {
  const { build } = await import('vite');
  let settings = [];
  let modules = [];
  await build({
    configFile: join(root, folder, 'vite.config.ts'),
    logLevel: 'error',
    build: { emptyOutDir: true },
    plugins: [
      {
        name: 'sources',
        configResolved({ configFile, configFileDependencies }) {
          settings = [configFile, ...configFileDependencies];
        },
        buildEnd() {
          modules = [...this.getModuleIds()];
        },
      },
    ],
  });
  const sources = [...settings, ...modules].map((id) => relative(root, id.replace(/\?.*$/, '')));
  const own = sources.filter((path) => !/^\.\.|node_modules\//.test(path) && existsSync(join(root, path)));
  return sourcesNow([...new Set([...own, 'package-lock.json'])]);
}
