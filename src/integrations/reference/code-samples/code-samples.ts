import type { CodeSample } from '../openapi/openapi-document';
import type { ContractedProcedure } from '../../../platform/contract/procedures';
import { writeCurlSample } from './curl';
import { writeJavaSample } from './java';
import { writeJavaScriptSample } from './javascript';
import { writePhpSample } from './php';
import { writePythonSample } from './python';
import { type SampleRequest, buildSampleCall } from './sample-call';

const LANGUAGES = [
  { lang: 'Shell', label: 'curl', write: writeCurlSample },
  { lang: 'JavaScript', label: 'JavaScript', write: writeJavaScriptSample },
  { lang: 'Python', label: 'Python', write: writePythonSample },
  { lang: 'PHP', label: 'PHP', write: writePhpSample },
  { lang: 'Java', label: 'Java', write: writeJavaSample },
] as const;

/** Writes one complete program per language that calls a procedure with its example input. */
export function writeCodeSamples(procedure: ContractedProcedure, request: SampleRequest): CodeSample[] {
  const call = buildSampleCall(procedure, request);
  return LANGUAGES.map(({ lang, label, write }) => ({ lang, label, source: write(call) }));
}
