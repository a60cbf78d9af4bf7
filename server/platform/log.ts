import { type Logger as PinoLogger, pino } from 'pino'

export type Logger = PinoLogger

/** Structured logs; nothing that identifies a person may be passed in. */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: undefined,
    timestamp: pino.stdTimeFunctions.isoTime,
    // A last net: the code does not log these in the first place.
    redact: {
      paths: ['password', 'authorization', 'cookie', 'email', 'token', '*.password', '*.email'],
      censor: '[oculto]',
    },
  })
}
