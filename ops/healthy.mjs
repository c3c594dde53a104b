/**
 * `node ops/healthy.mjs web|worker|courier`: whether the process of this container lives, as its own port says. Neither the
 * database nor anything else is asked: a restart would not bring it back.
 */
const settings = process.env;
const ports = { worker: settings.WORKER_OPS_PORT, courier: settings.COURIER_OPS_PORT };
const port = ports[/** @type {keyof typeof ports} */ (process.argv[2])] ?? settings.PORT ?? '3000';
const host = !settings.HOST || settings.HOST === '0.0.0.0' ? '127.0.0.1' : settings.HOST;

try {
  const { ok } = await fetch(`http://${host}:${port}/healthz`, {
    signal: AbortSignal.timeout(4_000),
  });
  process.exitCode = ok ? 0 : 1;
} catch {
  process.exitCode = 1;
}
