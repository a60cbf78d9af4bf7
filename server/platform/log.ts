import { type DestinationStream, type LoggerOptions, type Logger as PinoLogger, pino } from 'pino'

import { isOutage } from './db/outage.ts'

export type Logger = PinoLogger

/** Logged fields of an error; others can be personal, as a database error quotes the row. */
const WRITTEN = ['code', 'reason', 'constraint', 'table', 'column', 'routine'] as const

/** Formats an error for the log: type, message, stack and codes, and the same of its causes. */
export function loggable(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const fields = error as Error & Record<string, unknown>
  const known = WRITTEN.filter((name) => ['string', 'number'].includes(typeof fields[name]))
  const inner = error instanceof AggregateError ? error.errors : []
  return {
    type: error.constructor.name,
    message: error.message,
    // The place of an outage is the database, whichever statement noticed it.
    ...(isOutage(error) ? {} : { stack: error.stack }),
    ...Object.fromEntries(known.map((name) => [name, fields[name]])),
    ...(depth < 3 && inner.length > 0
      ? { errors: inner.slice(0, 10).map((each) => loggable(each, depth + 1)) }
      : {}),
    ...(depth < 3 && error.cause !== undefined ? { cause: loggable(error.cause, depth + 1) } : {}),
  }
}

const WARN = 40
/** Interval of the lines about one outage of the database. */
const OUTAGE_LINE_MS = 10_000

/** Replaces the warnings of all that an outage fails by one line every ten seconds. */
function outageLines(): NonNullable<LoggerOptions['hooks']> {
  let lastAt = Number.NEGATIVE_INFINITY
  let leftOut = 0
  return {
    logMethod(args, method, level) {
      const [fields] = args as unknown[]
      const err = fields instanceof Object && 'err' in fields ? fields.err : undefined
      if (level > WARN || !isOutage(err)) return method.apply(this, args)
      leftOut += 1
      if (performance.now() - lastAt < OUTAGE_LINE_MS) return
      method.apply(this, [{ err, warnings: leftOut }, 'database unavailable'])
      lastAt = performance.now()
      leftOut = 0
    },
  }
}

/** Creates a logger. Callers must not pass data that identifies a person. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: undefined,
    hooks: outageLines(),
    serializers: { err: (error: unknown) => loggable(error) },
    timestamp: pino.stdTimeFunctions.isoTime,
    // Second line of defence: the code never logs these fields anyway.
    redact: {
      paths: ['password', 'authorization', 'cookie', 'email', 'token', '*.password', '*.email'],
      censor: '[oculto]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
