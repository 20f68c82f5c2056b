const [, , baseUrl, cookie] = process.argv;

/** Runs calls and returns their outcomes, for both module formats of the package. */
exports.outcomes = async ({ createHealthClient, TRPCClientError }, { schemas }) => {
  const requests = [];
  let unauthorized = 0;
  const recordingFetch = (url, init) => {
    requests.push([init.method, String(url).slice(baseUrl.length), init.credentials]);
    return fetch(url, init);
  };
  const doctor = createHealthClient({ baseUrl, headers: { cookie }, fetch: recordingFetch });
  const anonymous = createHealthClient({
    baseUrl: `${baseUrl}/api/trpc/`,
    onUnauthorized: () => (unauthorized += 1),
  });

  const consultation = {
    patientId: 'P-10482',
    pathologyCode: 'icd10:B54',
    consultationDate: '2026-03-14T09:30:00Z',
    externalId: `package/${Math.random()}`,
  };
  const [me, specialties] = await Promise.all([doctor.auth.me.query(), doctor.specialties.list.query()]);
  const recorded = await doctor.consultations.record.mutate(consultation);
  const listed = await doctor.consultations.list.mutate({ externalId: consultation.externalId });
  const getError = async (call) => {
    const error = await call.then(
      () => undefined,
      (reason) => reason,
    );
    return error instanceof TRPCClientError ? [error.data?.code, error.message] : String(error);
  };
  const invalid = { ...consultation, consultationDate: '14/03/2026' };
  const conflicting = { ...consultation, patientId: 'P-2' };
  const aborted = AbortSignal.abort(new Error('no longer wanted'));
  return {
    me: me.role,
    specialties: schemas.specialties.list.output.parse(specialties).length > 0,
    recorded: recorded.data.pathologyName,
    listed: listed.data.consultations.map(({ id }) => id === recorded.data.id),
    errors: [
      await getError(anonymous.auth.me.query()),
      await getError(doctor.health.summary.query({ period: '2026-03' })),
      await getError(doctor.consultations.record.mutate(invalid)),
      await getError(doctor.consultations.record.mutate(conflicting)),
      await getError(doctor.specialties.list.query(undefined, { signal: aborted })),
    ],
    unauthorized,
    requests: requests.slice(0, 3),
    checked: [consultation, invalid].map(
      (input) => schemas.consultations.record.input.safeParse(input).error?.issues.length ?? 'right',
    ),
    countries: ['ken', 'KE', 'XX'].map(
      (country) => schemas.consultations.record.input.safeParse({ ...consultation, country }).data?.country,
    ),
  };
};
