import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Wompi } from './wompi.ts'
import { sameText, type WompiSandboxKeys } from './wompi-keys.ts'
import type { SandboxTransaction } from './wompi-store.ts'

/** Routes of the transactions API, with errors in the shapes of the real API. */
export function apiRoutes(app: FastifyInstance, wompi: Wompi): void {
  const { keys, store } = wompi
  app.addHook('preHandler', async (_request, reply) => {
    if (wompi.isAway()) return await reply.code(503).send({ error: { type: 'UNAVAILABLE' } })
  })

  app.get('/v1/transactions/:id', async (request, reply) => {
    const { id } = request.params as { id: string }
    const transaction = store.transaction(id)
    // Without the private key the API answers that the transaction does not exist.
    if (!transaction || !hasPrivateKey(request, keys)) return notFound(reply)
    const shown = presentTransaction(transaction, keys)
    return { data: wompi.merchantIn('one') ? shown : { ...shown, merchant: null }, meta: {} }
  })

  app.get('/v1/transactions', async (request, reply) => {
    if (!hasPrivateKey(request, keys)) return wrongKey(reply)
    const { reference, ...listing } = request.query as { reference?: string } & Listing
    const found = reference ? store.byReference(reference) : listed(wompi, listing)
    if (!found) return invalid(reply, { reference: ['No está presente'] })
    const shown = found.map((each) => presentTransaction(each, keys))
    const data = wompi.merchantIn('list')
      ? shown
      : shown.map((each) => ({ ...each, merchant: null }))
    return { data, meta: {} }
  })

  app.get('/v1/merchants/info', async (request, reply) => {
    if (request.headers['x-merchant-public-key'] !== keys.publicKey) return wrongKey(reply)
    return { data: merchantInfo(keys), meta: {} }
  })
}

type Listing = { from_date?: string; until_date?: string; page?: string; page_size?: string }

/** Without a reference, both dates and both page parameters are required. */
function listed({ store }: Wompi, { from_date, until_date, page, page_size }: Listing) {
  const size = Number(page_size)
  if (!from_date || !until_date || !page || !(size >= 1 && size <= 200)) return undefined
  const part = { from: from_date, until: until_date, limit: size }
  return store.between({ ...part, offset: (Number(page) - 1) * size })
}

function hasPrivateKey(request: FastifyRequest, keys: WompiSandboxKeys): boolean {
  return sameText(request.headers.authorization ?? '', `Bearer ${keys.privateKey}`)
}

function wrongKey(reply: FastifyReply) {
  const reason = 'La llave proporcionada no corresponde a este ambiente.'
  return reply.code(401).send({ error: { type: 'INVALID_ACCESS_TOKEN', reason } })
}

function notFound(reply: FastifyReply) {
  const reason = 'La entidad solicitada no existe'
  return reply.code(404).send({ error: { type: 'NOT_FOUND_ERROR', reason } })
}

function invalid(reply: FastifyReply, messages: Record<string, string[]>) {
  return reply.code(422).send({ error: { type: 'INPUT_VALIDATION_ERROR', messages } })
}

/** Each payer has one card, account and phone, derived from the mail address. */
function paymentMethod({ payment_method_type: type, customer_email: email }: SandboxTransaction) {
  if (!email) return { type, extra: {} }
  const digits = String(createHash('sha256').update(email).digest().readUInt32BE(0)).padStart(
    10,
    '0',
  )
  if (type === 'NEQUI') return { type, phone_number: digits.replace(/^./, '3'), extra: {} }
  if (type === 'PSE') return { type, user_legal_id: digits, user_type: 0, extra: {} }
  const expires = { exp_month: '08', exp_year: '30' }
  const holder = email.replace(/@.*/, '').toUpperCase()
  const card = { brand: 'VISA', bin: '424242', last_four: digits.slice(-4) }
  return { type, extra: { ...card, ...expires, card_holder: holder } }
}

/** Fields that API responses and events share. */
export function presentTransaction(row: SandboxTransaction, keys: WompiSandboxKeys) {
  return {
    id: row.id,
    created_at: row.created_at,
    finalized_at: row.finalized_at,
    amount_in_cents: row.amount_in_cents,
    reference: row.reference,
    customer_email: row.customer_email,
    currency: row.currency,
    payment_method_type: row.payment_method_type,
    payment_method: paymentMethod(row),
    status: row.status,
    status_message: row.status_message,
    shipping_address: null,
    redirect_url: row.redirect_url,
    payment_source_id: null,
    payment_link_id: null,
    bill_id: null,
    taxes: [],
    tip_in_cents: null,
    merchant: {
      id: 999,
      name: 'Cupo (pruebas)',
      legal_name: 'Cupo (pruebas)',
      legal_id_type: 'NIT',
      public_key: keys.publicKey,
    },
  }
}

function merchantInfo(keys: WompiSandboxKeys) {
  return {
    id: 999,
    name: 'Cupo (pruebas)',
    public_key: keys.publicKey,
    accepted_currencies: ['COP'],
    accepted_payment_methods: ['CARD', 'NEQUI', 'PSE'],
  }
}
