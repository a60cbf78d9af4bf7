import { AppError } from '#server/platform/errors.ts'

/** Says in the refusal which part it is about, 1 or 2. */
export function ofPart(error: unknown, part: number): unknown {
  if (!(error instanceof AppError)) return error
  const { code, message, fields, details } = error
  const known = typeof details === 'object' ? details : {}
  return new AppError(code, { message, ...(fields && { fields }), details: { ...known, part } })
}
