import { describe, expect, it } from 'vitest'
import { emptySignup, signupBody } from './signup-fields.ts'

describe('what sign-up sends', () => {
  // covers: S3.6, S5.10
  it('leaves out what is empty and always says the two decisions', () => {
    const body = signupBody({ ...emptySignup, email: ' ana@correo.co ', password: ' secreto12 ' })
    expect(body).toEqual({
      email: 'ana@correo.co',
      password: ' secreto12 ',
      verification_terms: 'aceptado',
      suscriptions: 'rechazado',
    })
  })

  // covers: S3.6
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
