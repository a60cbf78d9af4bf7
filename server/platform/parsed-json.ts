import { AppError } from './errors.ts'

/** Parses a text as JSON; undefined when it is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Parses the body of an event, in UTF-8. Errors: `invalid_json`. */
export function parsedEvent(raw: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(raw))
  } catch {
    throw new AppError('invalid_json')
  }
}
