import { readFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { transformSync } from '@swc/core';

/** `node run-typescript.mjs script.ts …`: runs a script of src/ as it stands there, compiled as Jest compiles it. */

Module._extensions['.ts'] = (module, filename) => {
  const { code } = transformSync(readFileSync(filename, 'utf8'), {
    filename,
    module: { type: 'commonjs', ignoreDynamic: true },
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
      target: 'es2023',
    },
  });
  module._compile(code, filename);
};

const [, , script] = process.argv;
process.argv.splice(1, 2, script);
createRequire(import.meta.url)(resolve(script));
