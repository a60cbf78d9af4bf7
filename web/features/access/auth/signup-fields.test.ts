import { describe, expect, it } from 'vitest'
import { emptySignup, signupBody, signupRules } from './signup-fields.ts'

describe('the request body of sign-up', () => {
  it('sign-up omits empty fields and always sends both consents', () => {
    const body = signupBody({ ...emptySignup, email: ' ana@correo.co ', password: ' secreto12 ' })
    expect(body).toEqual({
      email: 'ana@correo.co',
      password: ' secreto12 ',
      verification_terms: 'aceptado',
      suscriptions: 'rechazado',
    })
  })

  it('takes an address as the server does, with what a copy adds around it', () => {
    const { validate } = signupRules.email
    for (const typed of [
      'pepe@gmail.com\u00A0',
      ' mailto:pepe@gmail.com',
      'pepe@gmail.com\u200B',
    ]) {
      expect([validate(typed), signupBody({ ...emptySignup, email: typed }).email]).toEqual([
        true,
        expect.stringContaining('pepe@gmail.com'),
      ])
    }
    expect(validate('pepe@gmail')).toBe('Escribe un correo como nombre@correo.com.')
  })

  it('sign-up sends the document number together with its type', () => {
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
