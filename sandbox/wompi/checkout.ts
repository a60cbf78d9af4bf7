import { integrityDigest, sameText, type WompiSandboxKeys } from './wompi-keys.ts'
import type { SandboxTransaction } from './wompi-store.ts'

/** Fields of the checkout form that the sandbox uses. */
export type Checkout = {
  publicKey: string
  currency: string
  amountInCents: number
  reference: string
  signature: string
  redirectUrl: string | null
  expirationTime: string | undefined
  email: string | null
  fullName: string | null
  phone: (string | undefined)[]
  legalId: (string | undefined)[]
}

/** Problems by field, in the gateway's words. */
export type Problems = Record<string, string[]>

/** Retry inside a checkout: id of the refused transaction. */
export type Retry = { of: string } | undefined

/** Reads the form of https://docs.wompi.co/docs/colombia/widget-checkout-web. */
export function readCheckout(fields: Record<string, unknown>): Checkout {
  const text = (name: string) => {
    const value = fields[name]
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const cents = text('amount-in-cents') ?? ''
  return {
    publicKey: text('public-key') ?? '',
    currency: text('currency') ?? '',
    amountInCents: /^\d{1,12}$/.test(cents) ? Number(cents) : Number.NaN,
    reference: text('reference') ?? '',
    signature: text('signature:integrity') ?? '',
    redirectUrl: text('redirect-url') ?? null,
    expirationTime: text('expiration-time'),
    email: text('customer-data:email') ?? null,
    fullName: text('customer-data:full-name') ?? null,
    phone: [text('customer-data:phone-number'), text('customer-data:phone-number-prefix')],
    legalId: [text('customer-data:legal-id'), text('customer-data:legal-id-type')],
  }
}

/** Hidden fields that pass a checkout from page to page. */
export function checkoutFields(checkout: Checkout): [string, string][] {
  const fields: [string, string | null | undefined][] = [
    ['public-key', checkout.publicKey],
    ['currency', checkout.currency],
    ['amount-in-cents', String(checkout.amountInCents)],
    ['reference', checkout.reference],
    ['signature:integrity', checkout.signature],
    ['redirect-url', checkout.redirectUrl],
    ['expiration-time', checkout.expirationTime],
    ['customer-data:email', checkout.email],
    ['customer-data:full-name', checkout.fullName],
  ]
  return fields.flatMap(([name, value]) => (value ? [[name, value] as [string, string]] : []))
}

/** Returns the reasons why a checkout does not open; empty when it opens. */
export function checkoutProblems(
  checkout: Checkout,
  keys: WompiSandboxKeys,
  context: { earlier: SandboxTransaction[]; retry: Retry; now: Date },
): Problems {
  const problems = customerProblems(checkout)
  const { amountInCents, reference, signature, redirectUrl, expirationTime } = checkout
  if (checkout.publicKey !== keys.publicKey) problems['public-key'] = ['La llave no es válida']
  if (checkout.currency !== 'COP') problems.currency = ['Solo se admite COP']
  if (!Number.isSafeInteger(amountInCents) || amountInCents < 150_000 || amountInCents % 100) {
    problems['amount-in-cents'] = ['El monto no es válido']
  }
  if (!/^[A-Za-z0-9_-]{1,255}$/.test(reference)) problems.reference = ['No es válida']
  else if (isUsed(context)) problems.reference = ['La referencia ya ha sido usada']
  if (signature === '') problems.signature = ['Firma de integridad requerida no enviada']
  else if (!sameText(signature, digestOf(checkout, keys))) {
    problems.signature = ['La firma es inválida']
  }
  if (redirectUrl !== null && !/^https?:\/\//.test(redirectUrl)) {
    problems['redirect-url'] = ['La dirección de regreso no es válida']
  }
  if (expirationTime !== undefined && !(Date.parse(expirationTime) > context.now.getTime())) {
    problems['expiration-time'] = ['El tiempo para pagar terminó']
  }
  return problems
}

/** Types of the gateway, which are not ours. */
const LEGAL_ID_TYPE = /^(?:CC|CE|NIT|PP|TI|DNI|RG|OTHER)$/

/** The fields of a pair travel together. */
function customerProblems({ phone, legalId }: Checkout): Problems {
  const isWhole = ([one, other]: Checkout['phone']) => (one === undefined) === (other === undefined)
  const [, type] = legalId
  return {
    ...(isWhole(phone) ? {} : { 'phone-number': ['Teléfono y prefijo van juntos'] }),
    ...(isWhole(legalId) ? {} : { 'legal-id': ['Documento y tipo van juntos'] }),
    ...(type === undefined || LEGAL_ID_TYPE.test(type)
      ? {}
      : { 'legal-id-type': ['El tipo de documento no es válido'] }),
  }
}

function digestOf(checkout: Checkout, keys: WompiSandboxKeys): string {
  const { reference, amountInCents, currency, expirationTime } = checkout
  return integrityDigest(keys.integritySecret, {
    reference,
    amountInCents: String(amountInCents),
    currency,
    ...(expirationTime === undefined ? {} : { expirationTime }),
  })
}

/** A reference is valid for one checkout; inside it, a refused payment may be tried again. */
function isUsed({ earlier, retry }: { earlier: SandboxTransaction[]; retry: Retry }): boolean {
  if (earlier.length === 0) return false
  const last = earlier.at(-1)
  const refused = earlier.every(({ status }) => status === 'DECLINED' || status === 'ERROR')
  return !(retry && refused && last?.id === retry.of)
}
