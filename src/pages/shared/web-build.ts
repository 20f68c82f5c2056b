import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { ServiceUnavailableException } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { z } from 'zod';
import { pickEncoding } from '../../platform/http/compressed-response';

/** The parts of Vite's manifest that are used: built files by source file. */
const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
);

type Manifest = z.output<typeof manifestSchema>;

/** Files that a page loads, as absolute paths or URLs. */
export interface PageFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** Modules that the scripts import. */
  readonly preloads: readonly string[];
}

const ENTRY = 'main.ts';
/** File name suffixes of precompressed assets, by encoding. */
const ENCODING_SUFFIXES: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz', identity: '' };

const YEAR_SECONDS = 365 * 24 * 60 * 60;

interface WebApplication {
  /** Vite's output folder. */
  readonly folder: string;
  /** Path of the assets, on the host and in the folder. Their names contain a content hash. */
  readonly assetsPath: string;
  /** Path of the entry module on Vite's development server. */
  readonly source: string;
  /** Origin of Vite's development server; undefined to use the built files. */
  readonly viteOrigin: string | undefined;
}

/** The built files of a page's web application. */
export class WebBuild {
  private manifest: Manifest | undefined;

  constructor(private readonly application: WebApplication) {}

  /**
   * Lists the files that the page loads.
   * @param preloads source files to preload, besides the imports of the entry module
   * @throws ServiceUnavailableException if the application has not been built
   */
  listPageFiles(preloads: readonly string[] = []): PageFiles {
    const { source, viteOrigin } = this.application;
    if (viteOrigin !== undefined) return listSourceFiles(source, viteOrigin);
    const manifest = this.readManifest();
    const entry = manifest[ENTRY];
    if (!entry) throw buildMissingError();
    const modules = [...collectImports(manifest, ENTRY), ...preloads];
    const files = modules.flatMap((name) => manifest[name]?.file ?? []);
    return {
      scripts: [`/${entry.file}`],
      styles: entry.css.map((file) => `/${file}`),
      preloads: [...new Set(files)].filter((file) => file !== entry.file).map((file) => `/${file}`),
    };
  }

  /** Lists all built files as absolute paths, also those that the page imports later. */
  listAllFiles(): readonly string[] {
    const files = Object.values(this.readManifest()).flatMap(({ file, css }) => [file, ...css]);
    return [...new Set(files)].sort().map((file) => `/${file}`);
  }

  /** Returns the code of the entry module. @throws ServiceUnavailableException if the application has not been built */
  readEntry(): string {
    const entry = this.readManifest()[ENTRY];
    if (!entry) throw buildMissingError();
    return readFileSync(join(this.application.folder, entry.file), 'utf8');
  }

  /** Sends a precompressed asset. Calls `next` if the file does not exist, for example after a new build. */
  sendAsset(request: Request<{ file: string }>, response: Response, next: NextFunction): void {
    const { file } = request.params;
    const encoding = pickEncoding(request) ?? request.acceptsEncodings('identity');
    const suffix = encoding === false ? undefined : ENCODING_SUFFIXES[encoding];
    // A request for `.br` or `.gz` itself would get no content-encoding header.
    if (suffix === undefined || /\.(br|gz)$/.test(file)) {
      next();
      return;
    }
    response.set({
      vary: 'accept-encoding',
      ...(encoding !== 'identity' && { 'content-encoding': encoding }),
    });
    response.type(extname(file));
    const options = {
      root: join(this.application.folder, this.application.assetsPath),
      immutable: true,
      maxAge: YEAR_SECONDS * 1000,
    };
    response.sendFile(`${file}${suffix}`, options, (error) => {
      if (!error || response.headersSent) return;
      for (const header of ['content-encoding', 'content-type', 'cache-control', 'vary'])
        response.removeHeader(header);
      next();
    });
  }

  private readManifest(): Manifest {
    if (this.manifest) return this.manifest;
    const path = join(this.application.folder, '.vite', 'manifest.json');
    if (!existsSync(path)) throw buildMissingError();
    this.manifest = manifestSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    return this.manifest;
  }
}

/** Lists Vite's client, which reloads changes, and the entry module, which imports everything else. */
function listSourceFiles(source: string, viteOrigin: string): PageFiles {
  return { scripts: [`${viteOrigin}/@vite/client`, `${viteOrigin}/${source}`], styles: [], preloads: [] };
}

function buildMissingError(): ServiceUnavailableException {
  return new ServiceUnavailableException('This page was not built: npm run build');
}

/** Collects the static imports of a module, recursively; dynamic imports are not included. */
function collectImports(manifest: Manifest, name: string, found = new Set<string>()): Set<string> {
  for (const imported of manifest[name]?.imports ?? []) {
    if (found.has(imported)) continue;
    found.add(imported);
    collectImports(manifest, imported, found);
  }
  return found;
}
