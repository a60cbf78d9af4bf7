// Traces by OpenTelemetry, sent over OTLP/HTTP. Loaded only if an endpoint is configured.
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { type OpenSpan, type SpanAttributes, setTracer, startSpan, type Tracer } from './tracing.ts'

export type TelemetrySettings = {
  /** URL of the collector, without `/v1/traces`. */
  endpoint: string
  serviceName: string
  /** Share of traces that are kept, 0 to 1. */
  ratio: number
}

/** Maximum delay of the process end by an unreachable collector, ms. */
const EXPORT_MS = 3_000

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER }

/** Starts tracing. Returns the function that sends the remaining spans and ends it. */
export function startTelemetry(settings: TelemetrySettings): () => Promise<void> {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: EXPORT_MS,
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': settings.serviceName }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(settings.ratio) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, exportTimeoutMillis: EXPORT_MS })],
  })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  setTracer(tracerOf(provider))
  const stopWatching = watchFetch()
  return async () => {
    stopWatching()
    setTracer(undefined)
    await provider.shutdown().catch(() => {})
    context.disable()
  }
}

function tracerOf(provider: TracerProvider): Tracer {
  const tracer = provider.getTracer('cupo')
  return (name, { kind, attributes = {}, needsParent = false }) => {
    if (needsParent && !trace.getActiveSpan()) return undefined
    return openSpan(tracer.startSpan(name, { kind: kinds[kind], attributes }))
  }
}

function openSpan(span: Span): OpenSpan {
  const inside = trace.setSpan(context.active(), span)
  return {
    run: (work) => context.with(inside, work),
    end({ attributes = {}, error } = {}) {
      span.setAttributes(attributes)
      if (error !== undefined) {
        span.setAttribute('error.type', typeOf(error))
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end()
    },
  }
}

/** Returns the error code of our own, database or system errors; else the class name. */
function typeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : error.name
}

type FetchMessage = {
  request: { origin: string | URL; method: string }
  response?: { statusCode: number }
  error?: Error
}

/** Traces outgoing calls by `fetch`, with host and status, from its diagnostics channels. */
function watchFetch(): () => void {
  const open = new WeakMap<object, OpenSpan>()
  const end = (message: FetchMessage) => {
    const status = message.response?.statusCode
    const attributes: SpanAttributes =
      status === undefined ? {} : { 'http.response.status_code': status }
    open.get(message.request)?.end({ attributes, error: message.error })
    open.delete(message.request)
  }
  const listeners: Record<string, (message: FetchMessage) => void> = {
    'undici:request:create'({ request }) {
      const { hostname, port } = new URL(request.origin)
      const span = startSpan(request.method, {
        kind: 'client',
        needsParent: true,
        attributes: {
          'http.request.method': request.method,
          'server.address': hostname,
          ...(port ? { 'server.port': Number(port) } : {}),
        },
      })
      if (span) open.set(request, span)
    },
    'undici:request:headers': end,
    'undici:request:error': end,
  }
  const all = Object.entries(listeners) as [string, (message: unknown) => void][]
  for (const [channel, listener] of all) subscribe(channel, listener)
  return () => {
    for (const [channel, listener] of all) unsubscribe(channel, listener)
  }
}
