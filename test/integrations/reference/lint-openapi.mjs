// Lints the OpenAPI document on standard input with the recommended rules of Redocly.
// Runs in a separate process because Jest cannot load the linter, an ES module.
import { text } from 'node:stream/consumers';
import { createConfig, formatProblems, getTotals, lintFromString } from '@redocly/openapi-core';

const source = await text(process.stdin);
const config = await createConfig({ extends: ['recommended'] });
const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
const totals = getTotals(problems);
// The test reads the totals from the last line.
if (problems.length > 0) formatProblems(problems, { format: 'codeframe', totals, version: 'core' });
console.log(JSON.stringify({ errors: totals.errors, warnings: totals.warnings, ignored: totals.ignored }));
