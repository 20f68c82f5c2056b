const { createHash } = require('node:crypto');
const { readdirSync, statSync } = require('node:fs');
const { join, relative } = require('node:path');

/** Root folder of this checkout. */
const root = join(__dirname, '../..');

/** Prints a message without a stack trace and exits with 1: for problems that the user can solve. */
function exitWith(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}

/**
 * Lists the files of a folder and its subfolders, sorted. A file gives itself, a missing path nothing.
 * @param path from the checkout's root, like the paths that are returned
 */
function filesIn(path) {
  const stats = statSync(join(root, path), { throwIfNoEntry: false });
  if (!stats?.isDirectory()) return stats ? [path] : [];
  return readdirSync(join(root, path), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(root, join(parentPath, name)))
    .sort();
}

/** Returns the SHA-256 of all parts together, in hexadecimal. */
function digestOf(...parts) {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest('hex');
}

module.exports = { root, exitWith, filesIn, digestOf };
