/** The settings, for the supervisor, which is plain JavaScript. */
export { addressOf } from '#platform/egress/address';
export { guardEgress, onRefusal } from '#platform/egress/guard';
export { EnvError, parseEnv } from '#platform/env';
export { stopTimes } from '#platform/stop-times';
