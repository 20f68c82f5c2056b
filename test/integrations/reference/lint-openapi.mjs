// Lints an OpenAPI document, which comes on standard input, by the recommended rules of Redocly.
// A process of its own, because the linter is published as an ES module.
import { text } from 'node:stream/consumers';
import { createConfig, formatProblems, getTotals, lintFromString } from '@redocly/openapi-core';

const source = await text(process.stdin);
const config = await createConfig({ extends: ['recommended'] });
const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config });
const totals = getTotals(problems);
// Only what is to be read goes to standard output; the details are for the person who mends them.
if (problems.length > 0) formatProblems(problems, { format: 'codeframe', totals, version: 'core' });
console.log(JSON.stringify({ errors: totals.errors, warnings: totals.warnings, ignored: totals.ignored }));
