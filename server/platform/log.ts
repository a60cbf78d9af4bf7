import { type DestinationStream, type LoggerOptions, type Logger as PinoLogger, pino } from 'pino'

export type Logger = PinoLogger

/** Fields of an error without personal data: a database error quotes the refused row. */
const WRITTEN = ['code', 'reason', 'constraint', 'table', 'column', 'routine'] as const

/** An error as it is logged: type, message, stack and codes, its causes likewise. */
export function loggable(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error)) return { type: typeof error }
  const fields = error as Error & Record<string, unknown>
  const known = WRITTEN.filter((name) => ['string', 'number'].includes(typeof fields[name]))
  const inner = error instanceof AggregateError ? error.errors : []
  return {
    type: error.constructor.name,
    message: error.message,
    stack: error.stack,
    ...Object.fromEntries(known.map((name) => [name, fields[name]])),
    ...(depth < 3 && inner.length > 0
      ? { errors: inner.slice(0, 10).map((each) => loggable(each, depth + 1)) }
      : {}),
    ...(depth < 3 && error.cause !== undefined ? { cause: loggable(error.cause, depth + 1) } : {}),
  }
}

/**
 * Structured logs; nothing that identifies a person may be passed in. To standard output, unless
 * said.
 */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: undefined,
    serializers: { err: (error: unknown) => loggable(error) },
    timestamp: pino.stdTimeFunctions.isoTime,
    // A second line of defence: the code does not log these in the first place.
    redact: {
      paths: ['password', 'authorization', 'cookie', 'email', 'token', '*.password', '*.email'],
      censor: '[oculto]',
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
