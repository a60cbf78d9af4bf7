import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export type Metrics = {
  registry: Registry
  /** Adds one to a named counter. Labels have few values and are never personal. */
  count(name: string, labels?: Record<string, string>): void
  /** Sets a counter to 0, since Prometheus sees an increase only between two samples. */
  start(name: string, labels?: Record<string, string>): void
  /** Registers a gauge, per value of `label` if set; a failed read gives `NaN` or no value. */
  gauge(what: GaugeName, read: () => Reading | Promise<Reading>): void
  observeRequest(labels: { method: string; route: string; status: string }, seconds: number): void
}

type GaugeName = { name: string; help: string; label?: string }
type Reading = number | Record<string, number>

/** Creates metrics with a separate registry, so that tests do not share counts. */
export function createMetrics(options: { process: boolean }): Metrics {
  const registry = new Registry()
  if (options.process) collectDefaultMetrics({ register: registry })
  const events = new Counter({
    name: 'cupo_events_total',
    help: 'Things that happened, by name and detail',
    labelNames: ['name', 'detail'] as const,
    registers: [registry],
  })
  const detailOf = (labels: Record<string, string>) => Object.values(labels).join(',')
  return {
    registry,
    count(name, labels = {}) {
      events.inc({ name, detail: detailOf(labels) })
    },
    start(name, labels = {}) {
      events.inc({ name, detail: detailOf(labels) }, 0)
    },
    gauge: (what, read) => addGauge(registry, what, read),
    observeRequest: requestObserver(registry),
  }
}

function addGauge(
  registry: Registry,
  { name, help, label }: GaugeName,
  read: () => Reading | Promise<Reading>,
): void {
  // A second app in the same process, as in tests, replaces the gauge of the first app.
  registry.removeSingleMetric(name)
  new Gauge({
    ...{ name, help, labelNames: label ? [label] : [], registers: [registry] },
    async collect() {
      const reading = await (async () => await read())().catch(() => (label ? {} : Number.NaN))
      this.reset()
      if (typeof reading === 'number') this.set(reading)
      else for (const [of, value] of Object.entries(reading)) this.set({ [label ?? '']: of }, value)
    },
  })
}

/** Measures requests; buckets by status only, since by route they grew to more than a megabyte. */
function requestObserver(registry: Registry): Metrics['observeRequest'] {
  const registers = [registry]
  const durations = new Histogram({
    name: 'cupo_http_request_seconds',
    help: 'Duration of requests by status',
    labelNames: ['status'] as const,
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers,
  })
  const counter = (name: string, help: string) =>
    new Counter({ name, help, labelNames: ['method', 'route'] as const, registers })
  const requests = counter('cupo_http_route_requests_total', 'Requests of a route')
  const seconds = counter('cupo_http_route_seconds_total', 'Duration of all requests of a route')
  const failures = counter('cupo_http_route_failures_total', 'Requests answered with a 5xx')
  return ({ method, route, status }, took) => {
    durations.observe({ status }, took)
    requests.inc({ method, route })
    seconds.inc({ method, route }, took)
    if (status.startsWith('5')) failures.inc({ method, route })
  }
}
