import { describe, expect, it } from 'vitest'
import { emptySignup, signupBody } from './signup-fields.ts'

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
