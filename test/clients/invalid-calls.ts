/** Calls of a client `api` that the compiler must reject, and a part of its message. */
export const INVALID_CALLS: Readonly<Record<string, readonly [call: string, message: string]>> = {
  'a router that does not exist': ['api.pharmacy.list.query();', "'pharmacy' does not exist"],
  'a procedure that does not exist': ['api.auth.whoami.query();', "'whoami' does not exist"],
  'a query called as a mutation': ['api.auth.me.mutate();', "'mutate' does not exist"],
  'a mutation called as a query': ['api.auth.logout.query();', "'query' does not exist"],
  'a missing field': [
    "api.consultations.record.mutate({ patientId: 'P', pathologyName: 'Malaria' });",
    "'consultationDate' is missing",
  ],
  'a missing input': ['api.health.pathologyStats.query();', 'Expected 1-2 arguments'],
  'a field of the wrong type': [
    "api.health.pathologyStats.query({ year: '2026' });",
    "'string' is not assignable to type 'number'",
  ],
  'a date where text is expected': [
    "api.consultations.record.mutate({ patientId: 'P', pathologyName: 'Malaria', consultationDate: new Date() });",
    "'Date' is not assignable to type 'string'",
  ],
  'a rating that is no boolean': [
    "api.chatbot.rateResponse.mutate({ messageId: 'm', rating: 5 });",
    "'number' is not assignable to type 'boolean'",
  ],
  'a misspelt field': [
    "api.chatbot.sendMessage.mutate({ message: 'Hello', conversation: null });",
    "'conversation' does not exist",
  ],
  'input for a procedure that takes none': ["api.auth.me.query({ id: '1' });", 'not assignable to'],
  'a field that a result does not have': [
    'api.auth.me.query().then((user) => user.password);',
    "'password' does not exist",
  ],
  'a result used with another type': [
    'api.health.pathologyStats.query({ year: 2026 }).then((stats) => stats.data);',
    "'data' does not exist",
  ],
  'an unknown role': ["api.auth.me.query().then((user) => user.role === 'nurse');", 'no overlap'],
};
