import type { DeployedProcess } from '../deployed-processes.ts';
import { sizeOf } from './sizes.ts';
import { metadataOf } from './workload.ts';

/** Requests per second that one reader takes; a quarter of what it manages alone on a core. */
const REQUESTS_PER_READER = '400';
/** Mails that wait for each worker. */
const MAILS_PER_WORKER = '50';
const CPU_PERCENT = 60;

const CPU = {
  type: 'Resource',
  resource: { name: 'cpu', target: { type: 'Utilization', averageUtilization: CPU_PERCENT } },
};
/** Names of metrics that a metrics adapter derives from those of the services. */
const METRICS = {
  requests: [
    CPU,
    {
      type: 'Pods',
      pods: {
        metric: { name: 'vidhi_http_requests_per_second' },
        target: { type: 'AverageValue', averageValue: REQUESTS_PER_READER },
      },
    },
  ],
  queue: [
    {
      type: 'External',
      external: {
        metric: { name: 'vidhi_notify_mails_queued' },
        target: { type: 'AverageValue', averageValue: MAILS_PER_WORKER },
      },
    },
  ],
};

/** Returns the autoscaler of a process, or null when its number of instances is fixed. */
export function autoscalerOf(process: DeployedProcess): object | null {
  const { scaledBy, replicas, maxReplicas = replicas } = sizeOf(process);
  if (scaledBy === undefined) return null;
  return {
    apiVersion: 'autoscaling/v2',
    kind: 'HorizontalPodAutoscaler',
    metadata: metadataOf(process.name),
    spec: {
      scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: process.name },
      minReplicas: replicas,
      maxReplicas,
      metrics: METRICS[scaledBy],
      behavior: { scaleDown: { stabilizationWindowSeconds: 300 } },
    },
  };
}
