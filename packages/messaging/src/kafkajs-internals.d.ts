/** The one piece of the client's inside that is replaced; see `kafka.ts`. */
declare module 'kafkajs/src/network/requestQueue/index.js' {
  interface RequestQueueInside {
    pending: readonly unknown[];
    throttledUntil: number;
    scheduleCheckPendingRequests(): void;
  }
  const RequestQueue: { prototype: RequestQueueInside };
  export default RequestQueue;
}
