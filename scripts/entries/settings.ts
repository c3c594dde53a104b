/** The settings, for the supervisor, which is plain JavaScript. */
export { EnvError, parseEnv } from '#platform/env';
export { stopTimes } from '#platform/stop-times';
