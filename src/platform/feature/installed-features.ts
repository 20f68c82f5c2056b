import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { OperatorError, getErrorMessage } from '../config/operator-error';
import type { Contracts } from '../contract/contracts.token';
import { Feature } from './feature';

/** Each folder in here with a file `<folder>.feature` is one of the platform's own features. */
const MODULES = join(__dirname, '..', '..', 'modules');

const loadedSchema = z.object({ feature: z.instanceof(Feature) });

/** A feature cannot be loaded. */
export class FeatureError extends OperatorError {
  override name = 'FeatureError';
}

/** Returns the platform's own features in the order of their positions. */
export function ownFeatures(): Feature[] {
  return readdirSync(MODULES)
    .sort()
    .map((folder) => join(MODULES, folder, `${folder}.feature`))
    .filter((path) => existsSync(`${path}.js`) || existsSync(`${path}.ts`))
    .map((path) => loadedSchema.parse(module.require(path)).feature)
    .sort((one, other) => one.position - other.position);
}

/**
 * Returns the features that the setting `FEATURES` names.
 * @param names packages, or paths of folders and files; a relative path begins with `./` or `../`, from the working directory
 * @throws FeatureError if one cannot be loaded or exports no feature
 */
export function externalFeatures(names: readonly string[]): Feature[] {
  return names.map((name) => {
    const result = loadedSchema.safeParse(loadExternal(name));
    if (result.success) return result.data.feature;
    throw new FeatureError(
      `FEATURES: ${name}: expected an export called feature, a "new Feature(…)" of this installation's platform/feature/feature`,
    );
  });
}

function loadExternal(name: string): unknown {
  try {
    const loaded: unknown = module.require(name.startsWith('.') ? resolve(name) : name);
    return loaded;
  } catch (error) {
    const reason = getErrorMessage(error);
    throw new FeatureError(`FEATURES: ${name} cannot be loaded: ${reason}`, { cause: error });
  }
}

/**
 * Returns the platform's own features, then those of the setting `FEATURES`.
 * @param listed the exports of `src/features.ts`
 * @throws FeatureError if the list lacks a feature or names a missing one, or if two features have one router
 */
export function installedFeatures(listed: Contracts, names: readonly string[]): Feature[] {
  const own = ownFeatures();
  for (const { router, contract } of own) {
    if (listed[router] !== contract)
      throw new FeatureError(`src/features.ts: add the contract of "${router}"`);
  }
  const missing = Object.keys(listed).find((router) => !own.some((feature) => feature.router === router));
  if (missing !== undefined) throw new FeatureError(`src/features.ts: "${missing}" has no *.feature.ts file`);
  const features = [...own, ...externalFeatures(names)];
  const duplicate = features.find(
    ({ router }, index) => features.findIndex((each) => each.router === router) < index,
  );
  if (duplicate) throw new FeatureError(`FEATURES: two features have the router "${duplicate.router}"`);
  return features;
}
