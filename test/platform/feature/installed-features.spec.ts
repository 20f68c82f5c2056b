import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkoutRoot } from '../../../dev/checkout';
import * as features from '../../../src/features';
import { externalFeatures, installedFeatures } from '../../../src/platform/feature/installed-features';

const listed = { ...features };
const specialties = join(checkoutRoot, 'src/modules/specialties/specialties.feature');

describe('the installed features', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'features-'));
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  /** Creates a file outside of the checkout and returns its path. */
  const createFile = (name: string, text: string): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  it('are in the order of their positions', () => {
    const routers = ['auth', 'chatbot', 'specialties', 'consultations', 'health'];
    // A module that is added later follows.
    expect(
      installedFeatures(listed, [])
        .map(({ router }) => router)
        .slice(0, 5),
    ).toEqual(routers);
  });

  it('are refused if src/features.ts lacks one', () => {
    const { auth, chatbot, consultations, health } = listed;
    expect(() => installedFeatures({ auth, chatbot, consultations, health }, [])).toThrow(
      'src/features.ts: add the contract of "specialties"',
    );
  });

  it('are refused if src/features.ts lists one without a feature file', () => {
    expect(() => installedFeatures({ ...listed, births: {} }, [])).toThrow(
      'src/features.ts: "births" has no *.feature.ts file',
    );
  });

  it('are refused if FEATURES names a file that does not exist', () => {
    expect(() => externalFeatures([join(folder, 'missing.js')])).toThrow(
      /^FEATURES: .*missing\.js cannot be loaded: Cannot find module/,
    );
  });

  it('are refused if a file of FEATURES throws when it is loaded', () => {
    const path = createFile('broken.cjs', `throw new Error('no such table');`);
    expect(() => externalFeatures([path])).toThrow(`FEATURES: ${path} cannot be loaded: no such table`);
  });

  it('are refused if a file of FEATURES exports no feature', () => {
    const path = createFile('other.cjs', `exports.feature = { router: 'births' };`);
    expect(() => externalFeatures([path])).toThrow(`FEATURES: ${path}: expected an export called feature`);
  });

  it('are refused if two have the same router', () => {
    expect(() => installedFeatures(listed, [specialties])).toThrow(
      'FEATURES: two features have the router "specialties"',
    );
  });
});
