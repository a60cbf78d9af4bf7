import { describe, expect, it } from 'vitest'
import { checkoutFields, readCheckout } from './checkout.ts'

const customer = {
  email: 'ana@correo.co',
  fullName: 'Ana Gómez',
  phoneNumber: '+57 300 123 4567',
  legalId: '1032456789',
  legalIdType: 'CC',
}
const data = {
  reference: 'CUPO-1',
  amountInCents: 5_000_000,
  signature: 'f'.repeat(64),
  publicKey: 'pub_test_x',
  currency: 'COP' as const,
  checkoutUrl: 'https://checkout.example/p/',
  redirectUrl: 'https://cupo.example/confirmacion-pago?payment_return=true&reference=CUPO-1',
  customer,
}

describe('the data of a payment', () => {
  it('accepts complete payment data', () => {
    expect(readCheckout({ success: true, data })).toEqual(data)
  })

  it.each(['reference', 'amountInCents', 'signature', 'publicKey'] as const)(
    'refuses payment data without %s',
    (field) => {
      const { [field]: _, ...rest } = data
      const answer = { success: true as const, data: rest as typeof data }
      expect(() => readCheckout(answer)).toThrow(
        'Datos incompletos para el pago. Contacta a soporte técnico.',
      )
    },
  )

  it('refuses an answer without `success` or without payment data', () => {
    expect(() => readCheckout(null)).toThrow('Respuesta del servidor inválida')
    expect(() => readCheckout({ data })).toThrow('Respuesta del servidor inválida')
    expect(() => readCheckout({ success: true })).toThrow('Respuesta del servidor inválida')
  })
})

describe('the form that is sent to the gateway', () => {
  it('names the fields of the payment form as the gateway expects', () => {
    expect(Object.fromEntries(checkoutFields(data))).toEqual({
      'public-key': 'pub_test_x',
      currency: 'COP',
      'amount-in-cents': '5000000',
      reference: 'CUPO-1',
      'signature:integrity': 'f'.repeat(64),
      'redirect-url': data.redirectUrl,
      'customer-data:email': 'ana@correo.co',
      'customer-data:full-name': 'Ana Gómez',
      'customer-data:phone-number': '3001234567',
      'customer-data:phone-number-prefix': '+57',
      'customer-data:legal-id': '1032456789',
      'customer-data:legal-id-type': 'CC',
    })
  })

  it('omits unknown customer data from the payment form, both fields of a pair together', () => {
    const bare = { ...customer, fullName: null, phoneNumber: null, legalId: null }
    const names = checkoutFields({ ...data, customer: bare }).map(([name]) => name)
    expect(names.filter((name) => name.startsWith('customer-data'))).toEqual([
      'customer-data:email',
    ])
  })
})
