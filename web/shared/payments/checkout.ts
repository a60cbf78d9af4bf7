import type { api } from '#web/lib/api.ts'
import { sendForm } from './send-form.ts'
import { INCOMPLETE_PAYMENT, INVALID_ANSWER } from './top-up-rules.ts'

type Answer = Awaited<ReturnType<typeof api.payments.create>>
type Checkout = Answer['data']

/**
 * Validates the payment data (spec-coverage §5). The server's answer can be incomplete, and with a
 * missing field the gateway would show an error page without a link back.
 * @throws Error with the sentence to show
 */
export function readCheckout(answer: Partial<Answer> | null): Checkout {
  if (!answer?.success || !answer.data) throw new Error(INVALID_ANSWER)
  const { reference, amountInCents, signature, publicKey, checkoutUrl } = answer.data
  if (!reference || !amountInCents || !signature || !publicKey || !checkoutUrl) {
    throw new Error(INCOMPLETE_PAYMENT)
  }
  return answer.data
}

/** Form fields in the gateway's names and order; the fields of a pair are sent together. */
export function checkoutFields(data: Checkout): [name: string, value: string][] {
  const { customer } = data
  const fields: [string, string | null][] = [
    ['public-key', data.publicKey],
    ['currency', data.currency],
    ['amount-in-cents', String(data.amountInCents)],
    ['reference', data.reference],
    ['signature:integrity', data.signature],
    ['redirect-url', data.redirectUrl],
    ['customer-data:email', customer.email],
    ['customer-data:full-name', customer.fullName],
    ...phoneFields(customer.phoneNumber),
    ['customer-data:legal-id', customer.legalId],
    ['customer-data:legal-id-type', customer.legalId && customer.legalIdType],
  ]
  return fields.filter((field): field is [string, string] => Boolean(field[1]))
}

/** The gateway takes the prefix separately: `+57 300 123 4567` → `+57` and `3001234567`. */
function phoneFields(phone: string | null): [string, string | null][] {
  const digits = (phone ?? '').replace(/\D/g, '').replace(/^57(?=\d{10}$)/, '')
  if (digits === '') return []
  return [
    ['customer-data:phone-number', digits],
    ['customer-data:phone-number-prefix', '+57'],
  ]
}

export function goToCheckout(data: Checkout): void {
  sendForm(data.checkoutUrl, checkoutFields(data))
}
