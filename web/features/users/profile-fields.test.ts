import { describe, expect, it } from 'vitest'
import type { User } from '#contract/auth.ts'
import { nationalPhone, wholePhone } from '#web/shared/users/phone-number.ts'
import { profileChange, profileFields, profileRules } from './profile-fields.ts'

const user: User = {
  id: '019a9b1e-0000-7000-8000-000000000001',
  email: 'ana@correo.co',
  email_confirmed: true,
  terms_accepted: true,
  username: 'ana',
  first_name: 'Ana',
  roles: ['passenger'],
  profile: {
    full_name: 'Ana Gómez',
    first_name: 'Ana',
    last_name: 'Gómez',
    status: 'Pasajero',
    verification: false,
    identification_type: null,
    identification_number: null,
    phone_number: '+573001234567',
  },
}
const fields = profileFields(user)

describe('the request body of a profile change', () => {
  it('a profile form without changes sends nothing', () =>
    expect(profileChange(user, fields)).toEqual({}))

  it('a profile form sends only changed fields, trimmed', () => {
    const changed = { ...fields, last_name: ' Gómez Ruiz ', phone_number: '310 765 4321' }
    expect(profileChange(user, changed)).toEqual({
      last_name: 'Gómez Ruiz',
      phone_number: '+573107654321',
    })
  })

  it('emptying a profile field sends null, but a first name cannot be emptied', () => {
    const emptied = { ...fields, first_name: ' ', username: '', phone_number: '' }
    expect(profileChange(user, emptied)).toEqual({ username: null, phone_number: null })
  })

  it('a profile form sends the document number together with its type', () => {
    const given = {
      ...fields,
      identification_type: 'CE' as const,
      identification_number: ' 12345 ',
    }
    expect(profileChange(user, given)).toEqual({
      identification_type: 'CE',
      identification_number: '12345',
    })
  })
})

describe('a phone number in the profile', () => {
  it('a phone number is Colombian unless it has another country code', () => {
    expect(nationalPhone('+573001234567')).toBe('300 123 4567')
    expect(nationalPhone('+34600111222')).toBe('+34600111222')
    expect(wholePhone('(300) 123-4567')).toBe('+573001234567')
    expect(wholePhone('57 300 123 4567')).toBe('+573001234567')
    expect(wholePhone('+34 600 111 222')).toBe('+34600111222')
  })

  it.each([
    ['300 123 4567', true],
    ['602 123 4567', false],
    ['+34 600 111 222', true],
    ['', true],
    ['300 123', false],
    ['+57 123', false],
    ['abc', false],
  ])('the phone number %j is valid: %s', (text, fine) => {
    expect(profileRules.phone_number.validate(text) === true).toBe(fine)
  })
})
