/** The settings, for the supervisor, which is plain JavaScript. */
export { addressOf } from '#platform/ports/egress/address';
export { guardEgress, onRefusal } from '#platform/ports/egress/guard';
export { courierSettings, EnvError, parseEnv } from '#platform/config/env';
export { stopTimes } from '#platform/base/stop-times';
