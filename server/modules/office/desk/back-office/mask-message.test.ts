import { expect, it } from 'vitest'
import { maskMessage } from './mask-message.ts'

const message = {
  event: 'transaction.updated',
  data: {
    transaction: {
      id: '11-22',
      status: 'APPROVED',
      amount_in_cents: 6_000_000,
      customer_email: 'ana@correo.co',
      customer_data: { full_name: 'Ana Díaz', legal_id: '1093847561', phone_number: null },
      payment_method: { type: 'CARD', extra: { last_four: '4242', names: ['Ana', 'Díaz'] } },
    },
  },
  signature: { properties: ['transaction.id', 'transaction.status'], checksum: 'ab' },
  timestamp: 1_795_000_000,
}

it('keeps the shape of a gateway message and masks every value that can identify the payer', () => {
  const shown = maskMessage(Buffer.from(JSON.stringify(message)))
  expect(shown?.covers).toEqual(['transaction.id', 'transaction.status'])
  expect(JSON.parse(shown?.text ?? '')).toEqual({
    ...message,
    data: {
      transaction: {
        ...message.data.transaction,
        customer_email: '•••',
        customer_data: { full_name: '•••', legal_id: '•••', phone_number: null },
        payment_method: { type: 'CARD', extra: { last_four: '•••', names: ['•••', '•••'] } },
      },
    },
  })
})

it('shows nothing of a gateway message that was deleted or is not JSON', () => {
  expect(maskMessage(Buffer.alloc(0))).toBeNull()
  expect(maskMessage(Buffer.from('{'))).toBeNull()
  expect(maskMessage(Buffer.from('"ana@correo.co"'))?.text).not.toContain('ana@')
})

it('masks values that are nested deeper than in real gateway messages', () => {
  const deep = `${'{"id":'.repeat(50)}"ana"${'}'.repeat(50)}`
  expect(maskMessage(Buffer.from(deep))?.text).not.toContain('ana')
})
