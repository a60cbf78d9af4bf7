import { ApiError, NETWORK_MESSAGE } from '#web/lib/api-error.ts'

export const COOKIES_BLOCKED_LOGIN =
  'Tu navegador está bloqueando las cookies. Actívalas para iniciar sesión correctamente.'
export const COOKIES_BLOCKED_SIGNUP = 'Tu navegador bloquea las cookies. Actívalas para continuar.'
export const RECOVERY_OFFER = 'Si no puedes iniciar sesión, intenta recuperar tu cuenta.'
export const RECOVERY_NEEDS_EMAIL = 'Por favor ingresa tu email para recuperar tu cuenta.'

const BAD_CREDENTIALS =
  'Usuario o contraseña incorrectos. Si acabas de registrarte, ya puedes iniciar sesión.'
const BAD_CREDENTIALS_UNCHECKED = 'Usuario o contraseña incorrectos.'
const RECOVERY_FAILED = 'Error al procesar la solicitud. Intenta nuevamente.'
const SIGNUP_FAILED = 'Error al registrar usuario'
const SIGNUP_RATE_LIMIT =
  'Demasiados intentos de registro. Espera unos minutos antes de intentar de nuevo.'

/** Whether the error is an answer of the server with its own sentence. */
function isAnswer(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status > 0 && error.code !== 'unknown'
}

const isBroken = (error: ApiError) => error.code === 'uncoded' && error.status >= 500

export type LoginRefusal = { message: string; offerRecovery: boolean }

/** An answer without a code is one about limits (429), about the server (5xx), or a refusal. */
const areBadCredentials = (error: ApiError | null) =>
  isAnswer(error) &&
  (error.code === 'bad_credentials' ||
    error.code === 'invalid_request' ||
    (error.code === 'uncoded' && error.status < 500 && error.status !== 429))

/** Refusal to show while `loginRefusal` checks; null for an error that it does not check. */
export function firstRefusal(error: ApiError | null): LoginRefusal | null {
  return areBadCredentials(error) ? { message: BAD_CREDENTIALS, offerRecovery: false } : null
}

/**
 * Message for a refused login (spec-coverage §4, §8). After wrong credentials it calls the debug
 * check; recovery is offered if the check succeeds.
 * @param check `POST /auth/debug-user`
 */
export async function loginRefusal(
  error: ApiError | null,
  check: () => Promise<unknown>,
): Promise<LoginRefusal> {
  if (!isAnswer(error) || error.code === 'internal' || isBroken(error)) {
    return { message: NETWORK_MESSAGE, offerRecovery: false }
  }
  if (!areBadCredentials(error)) {
    return { message: error.message, offerRecovery: false }
  }
  try {
    await check()
    return { message: BAD_CREDENTIALS, offerRecovery: true }
  } catch (problem) {
    const message = isAnswer(problem) ? BAD_CREDENTIALS : BAD_CREDENTIALS_UNCHECKED
    return { message, offerRecovery: false }
  }
}

export const recoveredMessage = (message: string): string => `Cuenta recuperada: ${message}`

/** Message for a failed recovery (spec-coverage §8): the server's sentence, else a general one. */
export function recoveryMessage(error: unknown): string {
  return isAnswer(error) ? `Error al recuperar la cuenta: ${error.message}` : RECOVERY_FAILED
}

/** Message for a failed sign-up (spec-coverage §8): the server's sentence, else a general one. */
export function signupMessage(error: ApiError | null): string {
  if (!isAnswer(error)) return SIGNUP_FAILED
  return error.message.includes('rate limit') ? SIGNUP_RATE_LIMIT : error.message
}
