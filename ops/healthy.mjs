/**
 * `node ops/healthy.mjs web|worker`: whether the process of this container lives, as its own port says. Neither the
 * database nor anything else is asked: a restart would not bring it back.
 */
const settings = process.env;
const port = process.argv[2] === 'worker' ? settings.WORKER_OPS_PORT : (settings.PORT ?? '3000');
const host = !settings.HOST || settings.HOST === '0.0.0.0' ? '127.0.0.1' : settings.HOST;

try {
  const { ok } = await fetch(`http://${host}:${port}/healthz`, {
    signal: AbortSignal.timeout(4_000),
  });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
