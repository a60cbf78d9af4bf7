import { ApiError, messageOf } from '#web/lib/api-error.ts'

/** What went wrong with a passkey: our server's refusal, or the browser's. */
export function passkeyProblem(error: unknown): string {
  if (error instanceof ApiError) return messageOf(error)
  const name = error instanceof Error ? error.name : ''
  if (name === 'InvalidStateError') return 'Esa llave ya está en tu cuenta.'
  // Cancelled or timed out: browsers do not say which.
  return 'No se usó la llave. Inténtalo de nuevo o elige otra forma.'
}
