import { Type, type Static } from 'typebox';

const NullableText = Type.Union([Type.String(), Type.Null()]);
const NullableNumber = Type.Union([Type.Number(), Type.Null()]);

/** State of a process as the gateway's probes see it, or `unknown` before the first probe. */
export const ProcessState = Type.Enum([
  'unknown',
  'ready',
  'slow',
  'unresponsive',
  'notReady',
  'unreachable',
]);
export type ProcessState = Static<typeof ProcessState>;

/** Something that an administrator should do something about. */
export const SystemProblem = Type.Object({
  /** Name of the alert of Prometheus, or `ProcessIsDown`. */
  name: Type.String(),
  severity: Type.Enum(['page', 'ticket']),
  /** A sentence that says what is wrong. */
  title: Type.String(),
  /** A sentence that says what to do. */
  advice: Type.String(),
  /** When it was first observed. */
  since: Type.String(),
  /** Page of docs/runbooks; null where there is none. */
  runbook: NullableText,
});
export type SystemProblem = Static<typeof SystemProblem>;

const Disk = Type.Object({ free_bytes: Type.Number(), total_bytes: Type.Number() });

export const SystemProcess = Type.Object({
  service: Type.String(),
  /** `writer` or `reader 1` of news; null where all processes of a service are equal. */
  part: NullableText,
  state: ProcessState,
  /** When the state was last changed, as far as this gateway has seen. */
  since: Type.String(),
  started_at: NullableText,
  /** Version of Node.js. */
  node: NullableText,
  memory_bytes: NullableNumber,
  disk: Type.Union([Disk, Type.Null()]),
  /** Checks of `/readyz` that are not ok. */
  failing: Type.Array(Type.Object({ check: Type.String(), detail: NullableText })),
});
export type SystemProcess = Static<typeof SystemProcess>;

/** A consumer of events. */
export const SystemConsumer = Type.Object({
  service: Type.String(),
  name: Type.String(),
  lag_records: Type.Number(),
  silent_seconds: Type.Number(),
  /** Since the start of the process. */
  dead_letters: Type.Number(),
});

/** Events that wait to be published, and the age of the read model; null where a service has none. */
export const SystemData = Type.Object({
  service: Type.String(),
  outbox_oldest_seconds: NullableNumber,
  data_age_seconds: NullableNumber,
});

export const SystemMails = Type.Object({
  waiting: Type.Number(),
  dead: Type.Number(),
  oldest_waiting_seconds: Type.Number(),
});

export const SystemCertificate = Type.Object({ host: Type.String(), valid_to: Type.String() });

/** Response of `GET /api/system/health`. */
export const SystemHealth = Type.Object({
  measured_at: Type.String(),
  problems: Type.Array(SystemProblem),
  processes: Type.Array(SystemProcess),
  consumers: Type.Array(SystemConsumer),
  data: Type.Array(SystemData),
  /** Null while notify does not respond. */
  mails: Type.Union([SystemMails, Type.Null()]),
  /** Null without https, or where it could not be read. */
  certificate: Type.Union([SystemCertificate, Type.Null()]),
});
export type SystemHealth = Static<typeof SystemHealth>;

/** Response of `GET /api/system/backups`: the newest first, as `npm run backup` has recorded them. */
export const BackupList = Type.Object({
  data: Type.Array(
    Type.Object({
      started_at: Type.String(),
      finished_at: Type.String(),
      documents: Type.Integer(),
      bytes: Type.Integer(),
      /** Folders and files besides the databases. */
      files: Type.Array(Type.String()),
    }),
  ),
});
export type BackupList = Static<typeof BackupList>;

/** Response of `GET /api/system/restore-drills`: the newest first, as `npm run drill:restore` has recorded them. */
export const RestoreDrillList = Type.Object({
  data: Type.Array(
    Type.Object({
      started_at: Type.String(),
      finished_at: Type.String(),
      backup_started_at: Type.String(),
      documents: Type.Integer(),
      /** Why the backup could not be restored; null where it could. */
      failure: NullableText,
    }),
  ),
});
export type RestoreDrillList = Static<typeof RestoreDrillList>;
