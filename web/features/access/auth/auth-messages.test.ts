import { describe, expect, it, vi } from 'vitest'
import { ApiError, networkError } from '#web/lib/api-error.ts'
import {
  COOKIES_BLOCKED_LOGIN,
  COOKIES_BLOCKED_SIGNUP,
  firstRefusal,
  loginRefusal,
  RECOVERY_NEEDS_EMAIL,
  RECOVERY_OFFER,
  recoveredMessage,
  recoveryMessage,
  signupMessage,
} from './auth-messages.ts'

// The expected messages are those of spec-coverage §8, verbatim.

const error = (status: number, code: ApiError['code'], message: string) =>
  new ApiError({ status, code, message })
const badCredentials = error(401, 'bad_credentials', 'x')
const found = async () => {}

describe('a refused login', () => {
  it('a refused login offers recovery when the debug check succeeds', async () => {
    expect(await loginRefusal(badCredentials, found)).toEqual({
      message:
        'Usuario o contraseña incorrectos. Si acabas de registrarte, ya puedes iniciar sesión.',
      offerRecovery: true,
    })
    expect(RECOVERY_OFFER).toBe('Si no puedes iniciar sesión, intenta recuperar tu cuenta.')
  })

  it('a refused login has its message before the debug check, and no offer yet', () => {
    expect(firstRefusal(badCredentials)).toEqual({
      message:
        'Usuario o contraseña incorrectos. Si acabas de registrarte, ya puedes iniciar sesión.',
      offerRecovery: false,
    })
    expect(firstRefusal(networkError())).toBeNull()
    expect(firstRefusal(error(429, 'rate_limited', 'Espera.'))).toBeNull()
  })

  it('a refused login does not offer recovery when the debug check is refused', async () => {
    const refuse = () => Promise.reject(error(429, 'rate_limited', 'Espera.'))
    expect(await loginRefusal(badCredentials, refuse)).toEqual({
      message:
        'Usuario o contraseña incorrectos. Si acabas de registrarte, ya puedes iniciar sesión.',
      offerRecovery: false,
    })
  })

  it('a refused login shows a shorter message when the debug check gets no answer', async () => {
    expect(await loginRefusal(badCredentials, () => Promise.reject(networkError()))).toEqual({
      message: 'Usuario o contraseña incorrectos.',
      offerRecovery: false,
    })
  })

  it.each([networkError(), error(502, 'unknown', 'x'), error(500, 'internal', 'x'), null])(
    'skips the debug check when the login failed by a network or server error: %s',
    async (problem) => {
      const check = vi.fn(found)
      expect(await loginRefusal(problem, check)).toEqual({
        message: 'Error de red o servidor. Intenta nuevamente.',
        offerRecovery: false,
      })
      expect(check).not.toHaveBeenCalled()
    },
  )

  it("a failed login shows the server's sentence for errors other than credentials", async () => {
    const busy = error(429, 'rate_limited', 'Espera unos minutos.')
    expect(await loginRefusal(busy, found)).toEqual({
      message: 'Espera unos minutos.',
      offerRecovery: false,
    })
  })
})

describe('account recovery', () => {
  it("account recovery shows the server's sentence, or a general one when there is none", () => {
    expect(recoveredMessage('revisa tu correo.')).toBe('Cuenta recuperada: revisa tu correo.')
    expect(recoveryMessage(error(429, 'rate_limited', 'Espera.'))).toBe(
      'Error al recuperar la cuenta: Espera.',
    )
    expect(recoveryMessage(networkError())).toBe(
      'Error al procesar la solicitud. Intenta nuevamente.',
    )
    expect(recoveryMessage(new Error('x'))).toBe(
      'Error al procesar la solicitud. Intenta nuevamente.',
    )
    expect(RECOVERY_NEEDS_EMAIL).toBe('Por favor ingresa tu email para recuperar tu cuenta.')
  })
})

it("a failed sign-up shows the server's sentence, or a general one when there is none", () => {
  expect(signupMessage(error(409, 'email_taken', 'Ya existe.'))).toBe('Ya existe.')
  expect(signupMessage(error(429, 'rate_limited', 'Demasiados intentos (rate limit).'))).toBe(
    'Demasiados intentos de registro. Espera unos minutos antes de intentar de nuevo.',
  )
  expect(signupMessage(networkError())).toBe('Error al registrar usuario')
  expect(signupMessage(null)).toBe('Error al registrar usuario')
})

it('login and sign-up ask to enable cookies when the browser blocks them', () => {
  expect(COOKIES_BLOCKED_LOGIN).toBe(
    'Tu navegador está bloqueando las cookies. Actívalas para iniciar sesión correctamente.',
  )
  expect(COOKIES_BLOCKED_SIGNUP).toBe('Tu navegador bloquea las cookies. Actívalas para continuar.')
})
