import { type ApiError, NETWORK_MESSAGE } from '#web/lib/api-error.ts'

export const COOKIES_BLOCKED_LOGIN =
  'Tu navegador está bloqueando las cookies. Actívalas para iniciar sesión correctamente.'
export const COOKIES_BLOCKED_SIGNUP = 'Tu navegador bloquea las cookies. Actívalas para continuar.'

const BAD_CREDENTIALS =
  'Usuario o contraseña incorrectos. Si acabas de registrarte, ya puedes iniciar sesión.'
const SIGNUP_FAILED = 'Error al registrar usuario'
const SIGNUP_RATE_LIMIT =
  'Demasiados intentos de registro. Espera unos minutos antes de intentar de nuevo.'

/** SPEC §8, login. */
export function loginMessage(error: ApiError | null): string {
  if (!error || error.status === 0 || error.code === 'unknown') return NETWORK_MESSAGE
  if (error.code === 'bad_credentials' || error.code === 'invalid_request') return BAD_CREDENTIALS
  return error.code === 'internal' ? NETWORK_MESSAGE : error.message
}

/** SPEC §8, sign-up: the server's sentence, else a general one; many attempts say to wait. */
export function signupMessage(error: ApiError | null): string {
  if (!error || error.status === 0 || error.code === 'unknown') return SIGNUP_FAILED
  return error.message.includes('rate limit') ? SIGNUP_RATE_LIMIT : error.message
}
