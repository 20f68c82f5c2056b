/** Of the tarball: the code that sends calls, the README and the manifest, which no procedure adds to. */
const FIXED_BYTES = 8_500;

/** Of the tarball: types, their comments and the schemas of one procedure. The procedures of 2026 need 480 on average. */
const BYTES_PER_PROCEDURE = 600;

/** Says why a tarball of the client is too large for the procedures that it has, and what to do. @returns '' if it is not */
export function sizeProblem({ bytes, procedures }: { bytes: number; procedures: number }): string {
  const limit = FIXED_BYTES + BYTES_PER_PROCEDURE * procedures;
  if (bytes <= limit) return '';
  return (
    `The client has ${bytes} bytes and ${procedures} procedures, for which ${limit} are allowed ` +
    `(${FIXED_BYTES}, and ${BYTES_PER_PROCEDURE} for each procedure). See what grew: npm run build:client, then tar tzvf. ` +
    `Too much code: import less in client/ and in the contracts. Long contracts: shorten their texts, ` +
    `or raise BYTES_PER_PROCEDURE in test/clients/client-size.ts and say why.`
  );
}
