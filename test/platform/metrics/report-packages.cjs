// Preloaded into a program: prints which packages of telemetry it has loaded when it exits.
process.on('exit', () => {
  const loaded = Object.keys(require.cache).flatMap(
    (file) => /node_modules\/(prom-client|@opentelemetry)\//.exec(file)?.[1] ?? [],
  );
  process.stderr.write(`loaded: ${[...new Set(loaded)].sort().join(',')}\n`);
});
