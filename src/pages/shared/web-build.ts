import { existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { ServiceUnavailableException } from '@nestjs/common';
import type { NextFunction, Request, Response } from 'express';
import { z } from 'zod';

/** Vite's manifest, as far as it is used here: sources, and the files that they became. */
const manifestSchema = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    css: z.array(z.string()).default([]),
  }),
);

type Manifest = z.output<typeof manifestSchema>;

/** What a page loads, as paths from the root of the host or as whole addresses. */
export interface PageFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
  /** Modules that the scripts are going to ask for. */
  readonly preloads: readonly string[];
}

const ENTRY = 'main.ts';
/** How a file's name ends as it was compressed when it was built, the best first. */
const ENDINGS: Readonly<Record<string, string>> = { br: '.br', gzip: '.gz', identity: '' };

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** A web application, as built and as source. */
interface WebApplication {
  /** Where Vite put what it built. */
  readonly folder: string;
  /** Where its files are on the host, and in the folder; they are named by a hash of their content. */
  readonly assetsPath: string;
  /** Its first module, as Vite's development server names it. */
  readonly source: string;
  /** The origin of Vite's development server; undefined where pages load what was built. */
  readonly viteOrigin: string | undefined;
}

/** The web application of a page. */
export class WebBuild {
  private manifest: Manifest | undefined;

  constructor(private readonly application: WebApplication) {}

  /**
   * The files of the page.
   * @param also sources that the page asks for besides its first one
   * @throws ServiceUnavailableException where the application was never built
   */
  pageFiles(also: readonly string[] = []): PageFiles {
    const { source, viteOrigin } = this.application;
    if (viteOrigin !== undefined) return sourceFiles(source, viteOrigin);
    const manifest = this.readManifest();
    const entry = manifest[ENTRY];
    if (!entry) throw notBuilt();
    const modules = [...importsOf(manifest, ENTRY), ...also];
    const files = modules.flatMap((name) => manifest[name]?.file ?? []);
    return {
      scripts: [`/${entry.file}`],
      styles: entry.css.map((file) => `/${file}`),
      preloads: [...new Set(files)].filter((file) => file !== entry.file).map((file) => `/${file}`),
    };
  }

  /**
   * Answers a request for one of the files, compressed as it was when it was built; passes on what is none, and what a new
   * build has taken away meanwhile.
   */
  answer(request: Request<{ file: string }>, response: Response, next: NextFunction): void {
    const { file } = request.params;
    const encoding = request.acceptsEncodings(Object.keys(ENDINGS));
    const ending = encoding === false ? undefined : ENDINGS[encoding];
    // What is compressed already has no name of its own: nobody would be told how.
    if (ending === undefined || /\.(br|gz)$/.test(file)) {
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
    response.sendFile(`${file}${ending}`, options, (error) => {
      if (!error || response.headersSent) return;
      for (const header of ['content-encoding', 'content-type', 'cache-control', 'vary'])
        response.removeHeader(header);
      next();
    });
  }

  private readManifest(): Manifest {
    if (this.manifest) return this.manifest;
    const path = join(this.application.folder, '.vite', 'manifest.json');
    if (!existsSync(path)) throw notBuilt();
    this.manifest = manifestSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
    return this.manifest;
  }
}

/** Vite's client reloads the page after a change; the first module imports the styles and everything else. */
function sourceFiles(source: string, viteOrigin: string): PageFiles {
  return { scripts: [`${viteOrigin}/@vite/client`, `${viteOrigin}/${source}`], styles: [], preloads: [] };
}

function notBuilt(): ServiceUnavailableException {
  return new ServiceUnavailableException('This page was not built: npm run build');
}

/** Everything that a module imports, and what these import in turn, but not what it may ask for later. */
function importsOf(manifest: Manifest, name: string, found = new Set<string>()): Set<string> {
  for (const imported of manifest[name]?.imports ?? []) {
    if (found.has(imported)) continue;
    found.add(imported);
    importsOf(manifest, imported, found);
  }
  return found;
}
