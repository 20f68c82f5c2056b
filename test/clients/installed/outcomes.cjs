const [, , baseUrl, cookie] = process.argv;

/** What calls end with, over whichever of its formats the package was loaded. */
exports.outcomes = async ({ createHealthClient, TRPCClientError }, { schemas }) => {
  const requests = [];
  let unauthorized = 0;
  const recording = (url, init) => {
    requests.push([init.method, String(url).slice(baseUrl.length), init.credentials]);
    return fetch(url, init);
  };
  const doctor = createHealthClient({ baseUrl, headers: { cookie }, fetch: recording });
  const stranger = createHealthClient({
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
  const refusal = async (call) => {
    const error = await call.then(
      () => undefined,
      (reason) => reason,
    );
    return error instanceof TRPCClientError ? [error.data?.code, error.message] : String(error);
  };
  const wrong = { ...consultation, consultationDate: '14/03/2026' };
  const other = { ...consultation, patientId: 'P-2' };
  const aborted = AbortSignal.abort(new Error('no longer wanted'));
  return {
    me: me.role,
    specialties: schemas.specialties.list.output.parse(specialties).length > 0,
    recorded: recorded.data.pathologyName,
    listed: listed.data.consultations.map(({ id }) => id === recorded.data.id),
    refusals: [
      await refusal(stranger.auth.me.query()),
      await refusal(doctor.health.summary.query({ period: '2026-03' })),
      await refusal(doctor.consultations.record.mutate(wrong)),
      await refusal(doctor.consultations.record.mutate(other)),
      await refusal(doctor.specialties.list.query(undefined, { signal: aborted })),
    ],
    unauthorized,
    requests: requests.slice(0, 3),
    checked: [consultation, wrong].map(
      (input) => schemas.consultations.record.input.safeParse(input).error?.issues.length ?? 'right',
    ),
    countries: ['ken', 'KE', 'XX'].map(
      (country) => schemas.consultations.record.input.safeParse({ ...consultation, country }).data?.country,
    ),
  };
};
