import { providerNames } from './oauth-start.ts'
import type { Provider } from './oauth-state.ts'

/** Texts of the sign-in with Google and Apple (spec-coverage §8). */
const catalogue = {
  google: {
    noToken: 'No se recibió token de acceso válido',
    code: 'Error procesando código de autorización',
    callback: 'Error procesando callback de Google',
  },
  apple: {
    noToken: 'No se recibió token de Apple válido',
    code: 'Error procesando código de autorización de Apple',
    callback: 'Error procesando callback de Apple',
  },
} as const satisfies Record<Provider, object>

export function oauthTexts(provider: Provider) {
  const name = providerNames[provider]
  return {
    ...catalogue[provider],
    /** Message of a refused sign-in. @param error the server's message, a sentence to show */
    refused: (error: string) => `Error de ${name} OAuth: ${error}`,
    network: 'Error de red al intercambiar código por token',
  }
}

/** Sentences for error codes in the address, as in the error table (a test compares both). */
export const answerSentences: Readonly<Record<string, string>> = {
  oauth_failed: 'No pudimos completar el inicio de sesión. Intenta de nuevo.',
  oauth_cancelled: 'Cancelaste el inicio de sesión.',
  oauth_unavailable: 'El proveedor no responde en este momento. Intenta de nuevo.',
  oauth_code_invalid: 'El inicio de sesión venció. Intenta de nuevo.',
  email_unverified: 'Ese proveedor no ha verificado tu correo. Verifícalo e intenta de nuevo.',
  account_exists: 'Ya existe una cuenta con ese correo. Inicia sesión con tu contraseña.',
  sign_ups_off: 'Por ahora no abrimos cuentas nuevas. Intenta más tarde.',
  identity_exists: 'Ya vinculaste una cuenta de ese proveedor. Desvincúlala primero.',
  identity_taken:
    'Esa cuenta de Google o Apple, o su correo, ya es de otra cuenta de Cupo. Entra en ella.',
  step_up_required: 'Para continuar, confirma que eres tú.',
  provider_disabled: 'Esa forma de iniciar sesión no está disponible.',
  redirect_not_allowed: 'No podemos volver a esa dirección.',
  bad_origin: 'No pudimos verificar de dónde viene la solicitud.',
  busy: 'Hay mucha demanda en este momento. Intenta de nuevo en unos segundos.',
  clock_wrong: 'Estamos ajustando el reloj del sistema. Intenta en unos minutos.',
  internal: 'Algo falló de nuestro lado. Intenta de nuevo o escríbenos.',
  unavailable: 'El servicio no está disponible en este momento. Intenta de nuevo.',
  rate_limited: 'Demasiados intentos (rate limit). Espera unos minutos e intenta de nuevo.',
}

/** Sentences for error codes of our callback page. */
const pageSentences: Readonly<Record<string, string>> = {
  bootstrap_failed:
    'Entraste, pero no pudimos preparar tu cuenta. Intenta de nuevo; tu saldo no cambia.',
  oauth_error: 'Algo falló al iniciar sesión. Intenta de nuevo o usa tu correo y contraseña.',
}

const GENERAL = 'No pudimos completar el inicio de sesión. Intenta de nuevo.'

/** Sentence for an error code of a provider or of our server; a general one if unknown. */
export function answerSentence(error: string): string {
  return Object.hasOwn(answerSentences, error) ? (answerSentences[error] ?? GENERAL) : GENERAL
}

/** Message for `/login?error=…`: of known codes, or `reason` from our page's history state. */
export function loginErrorMessage(error: string | null, reason: unknown): string | null {
  if (error === null) return null
  if (typeof reason === 'string' && reason !== '') return reason
  const known = { ...answerSentences, ...pageSentences }
  return Object.hasOwn(known, error) ? (known[error] ?? GENERAL) : GENERAL
}

/** Returns the message when the redirect to the provider failed. */
export function startMessage(
  error: unknown,
  provider: Provider,
  action: 'login' | 'signup',
): string {
  if (error instanceof Error && error.message) return error.message
  const what = action === 'login' ? 'iniciar sesión' : 'iniciar registro'
  return `No se pudo ${what} con ${providerNames[provider]}`
}
