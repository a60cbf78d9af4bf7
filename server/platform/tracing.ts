// Entry points of traces. They cost one check unless `telemetry.ts` is started.

export type SpanAttributes = Record<string, string | number>

export type SpanOptions = {
  kind: 'server' | 'client' | 'consumer'
  /** Attributes with few values, never personal: no ids of people, no parameter values. */
  attributes?: SpanAttributes
  /** Starts a span only inside an open span, so that polling creates no traces. */
  needsParent?: boolean
}

export type OpenSpan = {
  /** Runs `work` so that new spans become children of this span. */
  run<T>(work: () => T): T
  /** Ends the span. Only the type of an error is recorded, since its message can name people. */
  end(outcome?: { attributes?: SpanAttributes; error?: unknown }): void
}

export type Tracer = (name: string, options: SpanOptions) => OpenSpan | undefined

let tracer: Tracer | undefined

/** Sets the tracer of the process; undefined switches tracing off. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next
}

/** Starts a span; undefined while tracing is off. The caller must end the span. */
export function startSpan(name: string, options: SpanOptions): OpenSpan | undefined {
  return tracer?.(name, options)
}

/** Ends the span with the outcome of `work`. */
export async function ended<T>(span: OpenSpan, work: PromiseLike<T>): Promise<T> {
  try {
    const value = await work
    span.end()
    return value
  } catch (error) {
    span.end({ error })
    throw error
  }
}

/** Runs `work` in a new span. */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: () => Promise<T>,
): Promise<T> {
  const span = startSpan(name, options)
  return await (span ? ended(span, span.run(work)) : work())
}
