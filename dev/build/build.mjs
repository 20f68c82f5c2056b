import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import {
  codeSources,
  isApplicationBuilt,
  isUnchanged,
  outputOf,
  readStamp,
  settingsFiles,
  sourceFolders,
  stampFile,
  stampOf,
  webApplications,
} from './build-stamp.mjs';
import { filesIn, root } from './source-files.cjs';

/** Brings dist/ up to date. It does not check types: `npm run typecheck` does. */

const stamp = readStamp();
// Without a stamp, an interrupted build is not taken for a complete one.
rmSync(stampFile, { force: true });
stamp.code = await buildCode(stamp.code);
for (const folder of webApplications) {
  if (!isApplicationBuilt(folder, stamp.web[folder])) stamp.web[folder] = await buildApplication(folder);
}
writeFileSync(stampFile, JSON.stringify(stamp));

async function buildCode(before) {
  const sources = stampOf(codeSources());
  const areSettingsChanged = settingsFiles.some((path) => !isUnchanged(path, before[path]));
  removeOrphans(sources);
  const { transformSync } = await import('@swc/core');
  for (const path of Object.keys(sources).filter((each) => !settingsFiles.includes(each))) {
    if (areSettingsChanged || !isUnchanged(path, before[path]) || !existsSync(outputOf(path)))
      buildFile(path, transformSync);
  }
  return sources;
}

function buildFile(path, transform) {
  const output = outputOf(path);
  mkdirSync(dirname(output), { recursive: true });
  if (!path.endsWith('.ts')) {
    copyFileSync(join(root, path), output);
    return;
  }
  const { code, map } = transform(readFileSync(join(root, path), 'utf8'), {
    filename: join(root, path),
    configFile: join(root, '.swcrc'),
    sourceFileName: relative(dirname(output), join(root, path)),
  });
  writeFileSync(`${output}.map`, map);
  writeFileSync(output, `${code}\n//# sourceMappingURL=${output.split('/').at(-1)}.map\n`);
}

/** Removes built files without a source: a migration that was renamed or removed must not run. */
function removeOrphans(sources) {
  const outputs = new Set(Object.keys(sources).map((path) => relative(root, outputOf(path))));
  for (const path of sourceFolders.flatMap((folder) => filesIn(join('dist', folder)))) {
    if (!outputs.has(path.replace(/\.map$/, ''))) rmSync(join(root, path));
  }
}

/** Builds a web application. @returns the stamp of its modules and settings */
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
  return stampOf([...new Set([...own, 'package-lock.json'])]);
}
