import type { CodeSample } from '../openapi/openapi-document';
import type { ContractedProcedure } from '../../../platform/contract/procedures';
import { writeCurlSample } from './curl';
import { writeJavaSample } from './java';
import { writeJavaScriptSample } from './javascript';
import { writePhpSample } from './php';
import { writePythonSample } from './python';
import type { PlainRoute } from '../routes/plain-route';
import { type SampleCall, type SampleRequest, buildRouteCall, buildSampleCall } from './sample-call';

const LANGUAGES = [
  { lang: 'Shell', label: 'curl', write: writeCurlSample },
  { lang: 'JavaScript', label: 'JavaScript', write: writeJavaScriptSample },
  { lang: 'Python', label: 'Python', write: writePythonSample },
  { lang: 'PHP', label: 'PHP', write: writePhpSample },
  { lang: 'Java', label: 'Java', write: writeJavaSample },
] as const;

/** Writes one complete program per language that calls a procedure with its example input. */
export function writeCodeSamples(procedure: ContractedProcedure, request: SampleRequest): CodeSample[] {
  return writeSamples(buildSampleCall(procedure, request));
}

/** Writes the same programs for a plain HTTP route. */
export function writeRouteSamples(route: PlainRoute, publicUrl: string): CodeSample[] {
  return writeSamples(buildRouteCall(route, publicUrl));
}

function writeSamples(call: SampleCall): CodeSample[] {
  return LANGUAGES.map(({ lang, label, write }) => ({ lang, label, source: write(call) }));
}
