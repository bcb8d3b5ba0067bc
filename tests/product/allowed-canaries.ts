/** A permitted place of a canary. `pattern` matches `WHAT in WHERE`. */
export interface AllowedCanary {
  pattern: RegExp;
  reason: string;
}

/** Files of a service are the snapshots of its model, which are written from time to time. */
export const ALLOWED: readonly AllowedCanary[] = [
  {
    pattern: /^(firstName|lastName) in (topic accounts\.users|file (news|catalog)\/.+)$/,
    reason: 'Posts show the names of their authors, and profiles those of their owners.',
  },
  {
    pattern:
      /^(identifier|contactEmail|contactPhone|contactAddress) in (topic catalog\.profiles|file catalog\/.+)$/,
    reason: 'A profile publishes how its owner is reached; readers of catalog show it to members.',
  },
  {
    pattern: /^fileName in (topic catalog\.media|file (catalog|news|cart-orders)\/.+)$/,
    reason: 'The name of an uploaded file is part of its public URL.',
  },
  {
    pattern: /^IP address of (a visitor|a buyer|staff) in redis$/,
    reason: 'Limits of requests count by IP address, under keys that expire.',
  },
];
