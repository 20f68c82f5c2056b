/** What the modules that come with the platform are for. */
const PURPOSES: Readonly<Record<string, string>> = {
  auth: 'Who is signed in, and signing out. Signing in is a visit to `/api/oauth/login` with a browser, or an access token of the identity portal.',
  chatbot: 'The health assistant: questions in plain words, and ratings of its replies.',
  specialties: 'The medical specialties.',
  consultations:
    'Consultations with their pathology: recorded once, one by one or a thousand at a time, listed, and taken out of the counts.',
  health: 'Numbers for a ministry of health: cases, sales of medications, trends and alerts.',
  fhir: 'FHIR R4 for systems that speak it: encounters with their conditions, sent as a Bundle and read back.',
  exports: 'The tables of the ministry’s page as files.',
};

/** What a module is for, in Markdown. */
export function describeModule(module: string): string {
  return PURPOSES[module] ?? `The procedures of \`${module}\`.`;
}
