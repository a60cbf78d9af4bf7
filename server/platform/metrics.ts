import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export type Metrics = {
  registry: Registry
  /** Adds one to a named counter; labels are of low cardinality and never personal. */
  count(name: string, labels?: Record<string, string>): void
  /** The counter is there with 0, so that an alert sees its first increase. */
  start(name: string, labels?: Record<string, string>): void
  observeRequest(labels: { method: string; route: string; status: string }, seconds: number): void
}

/** One registry per app, so that tests do not share counts. */
export function createMetrics(options: { process: boolean }): Metrics {
  const registry = new Registry()
  if (options.process) collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'cupo_http_request_seconds',
    help: 'Duration of requests by route and status',
    labelNames: ['method', 'route', 'status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  })
  const events = new Counter({
    name: 'cupo_events_total',
    help: 'Things that happened, by name and detail',
    labelNames: ['name', 'detail'] as const,
    registers: [registry],
  })
  return {
    registry,
    count(name, labels = {}) {
      events.inc({ name, detail: Object.values(labels).join(',') })
    },
    start(name, labels = {}) {
      events.inc({ name, detail: Object.values(labels).join(',') }, 0)
    },
    observeRequest(labels, seconds) {
      requests.observe(labels, seconds)
    },
  }
}
