/**
 * Name of the diagnostics channel that receives each command that a service sends to MongoDB (`CommandStartedEvent`). The
 * driver emits commands only when the channel has a subscriber before the connection is opened.
 */
export const MONGO_COMMANDS = 'vidhi:mongo-commands';
