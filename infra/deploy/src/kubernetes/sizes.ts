import type { DeployedProcess } from '../deployed-processes.ts';

/**
 * Number of instances of a process and the resources of each. Memory has a limit, processor time has none: throttling
 * would add latency.
 */
export interface Size {
  replicas: number;
  cpu: string;
  memory: string;
  maxMemory: string;
  /** Scaled by its own measure, up to this number of instances. */
  scaledBy?: 'requests' | 'queue';
  maxReplicas?: number;
}

const SMALL: Size = { replicas: 2, cpu: '50m', memory: '192Mi', maxMemory: '384Mi' };
const SIZES: Readonly<Record<string, Size>> = {
  gateway: { replicas: 2, cpu: '250m', memory: '256Mi', maxMemory: '512Mi' },
  // The only process with editors' writes: a second one would be idle.
  news: { replicas: 1, cpu: '100m', memory: '384Mi', maxMemory: '768Mi' },
  'news-reader': {
    replicas: 2,
    cpu: '250m',
    memory: '384Mi',
    maxMemory: '768Mi',
    scaledBy: 'requests',
    maxReplicas: 12,
  },
  catalog: { replicas: 1, cpu: '100m', memory: '384Mi', maxMemory: '1Gi' },
  notify: { ...SMALL, scaledBy: 'queue', maxReplicas: 6 },
  // Their mails and payments are in memory.
  sandbox: { ...SMALL, replicas: 1 },
  'payment-sandbox': { ...SMALL, replicas: 1 },
  web: { replicas: 2, cpu: '250m', memory: '256Mi', maxMemory: '512Mi' },
};

export const sizeOf = ({ name }: DeployedProcess): Size => SIZES[name] ?? SMALL;
