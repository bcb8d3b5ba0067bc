/** Error names and codes by which the Redis and Kafka clients report an unavailable server. */
export const UNAVAILABLE_ERRORS = {
  names: new Set([
    'DisconnectedError',
    'MaxRetriesPerRequestError',
    'KafkaJSConnectionError',
    'KafkaJSConnectionClosedError',
    'KafkaJSRequestTimeoutError',
    'KafkaJSNumberOfRetriesExceeded',
    'TimeoutError',
    'AbortError',
  ]),
  codes: new Set([
    'ECONNREFUSED',
    'ECONNRESET',
    'EPIPE',
    'ETIMEDOUT',
    'EAI_AGAIN',
    'EHOSTUNREACH',
    'ENOTFOUND',
  ]),
} as const;
