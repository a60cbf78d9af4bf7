import { describe, expect, it } from 'vitest'
import { ApiError } from '#web/lib/api-error.ts'
import { loginMessage, signupMessage } from './auth-messages.ts'
import { emptySignup, signupBody } from './signup-fields.ts'

describe('what sign-up sends', () => {
  it('leaves out what is empty and always says the two decisions', () => {
    const body = signupBody({ ...emptySignup, email: ' ana@correo.co ', password: ' secreto12 ' })
    expect(body).toEqual({
      email: 'ana@correo.co',
      password: ' secreto12 ',
      verification_terms: 'aceptado',
      suscriptions: 'rechazado',
    })
  })

  it('sends the document with its type', () => {
    const form = { ...emptySignup, identification_type: 'CE' as const }
    expect(
      signupBody({ ...form, identification_number: '123456', first_name: 'Ana' }),
    ).toMatchObject({
      first_name: 'Ana',
      identification_type: 'CE',
      identification_number: '123456',
    })
  })
})

describe('what a refusal says', () => {
  const error = (status: number, code: ApiError['code'], message: string) =>
    new ApiError({ status, code, message })

  it('login', () => {
    expect(loginMessage(error(401, 'bad_credentials', 'x'))).toBe(
      'Usuario o contraseña incorrectos. Si acabas de registrarte, ya puedes iniciar sesión.',
    )
    expect(loginMessage(error(0, 'network', 'x'))).toBe(
      'Error de red o servidor. Intenta nuevamente.',
    )
  })

  it('sign-up', () => {
    expect(signupMessage(error(409, 'email_taken', 'Ya existe.'))).toBe('Ya existe.')
    expect(signupMessage(error(429, 'rate_limited', 'Demasiados intentos (rate limit).'))).toBe(
      'Demasiados intentos de registro. Espera unos minutos antes de intentar de nuevo.',
    )
    expect(signupMessage(error(0, 'network', 'x'))).toBe('Error al registrar usuario')
  })
})
