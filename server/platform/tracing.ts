// Where a trace is begun. Off unless `telemetry.ts` is started, which loads OpenTelemetry: here is
// nothing but a question whether it was.

export type SpanAttributes = Record<string, string | number>

export type SpanOptions = {
  kind: 'server' | 'client' | 'consumer'
  /** Of low cardinality and never personal: no ids of people, no values, no addresses with them. */
  attributes?: SpanAttributes
  /** Only as a part of a span that is open: what polls by itself makes no trace. */
  needsParent?: boolean
}

export type OpenSpan = {
  /** Runs `work` so that what it begins belongs to this span. */
  run<T>(work: () => T): T
  /** The kind of an error is kept, its message is not: it may name somebody. */
  end(outcome?: { attributes?: SpanAttributes; error?: unknown }): void
}

export type Tracer = (name: string, options: SpanOptions) => OpenSpan | undefined

let tracer: Tracer | undefined

/** For the whole process; undefined switches it off. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next
}

/** Undefined while nobody traces. Whoever gets one ends it. */
export function startSpan(name: string, options: SpanOptions): OpenSpan | undefined {
  return tracer?.(name, options)
}

/** Runs `work` in a span of its own. */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: () => Promise<T>,
): Promise<T> {
  const span = startSpan(name, options)
  if (!span) return await work()
  try {
    const value = await span.run(work)
    span.end()
    return value
  } catch (error) {
    span.end({ error })
    throw error
  }
}
